/** Fields that the payload tests fill, and scripts that they run in the page. */
import { SIGNATURE_MAX, SIGNATURE_MAX_LINES } from '@cairn/contract/signature-terms';
import type { BrowserContext, Page } from '@playwright/test';
import { expect } from 'vitest';

/** Text fields that other users see. */
export const FIELDS = [
  'account.given_name',
  'account.family_name',
  'company.name',
  'contact_subrole.name',
  'document.name',
  'element.title',
  'element.borrower_title',
  'element.description',
  'element.answer_note',
  'element.rejection_reason',
  'employee_details.job_title',
  'employee_details.introduction',
  'entity.name',
  'field_set.name',
  'invitation.given_name',
  'invitation.family_name',
  'label.name',
  'loan.name',
  'loan_detail_field.name',
  'loan_detail_field.value',
  'message.body',
  'message_thread.subject',
  'phase.name',
  'shoebox_item.title',
  'support_category.title',
  'support_category.description',
  'support_entry.title',
  'support_entry.summary',
  'template.name',
  'template_element.title',
  'template_field.label',
  'template_field.group_name',
] as const;

/** Appended to each value that the tests fill in. */
const NUMBER_OF_FIELD = /¶\d+\/(\d+)¶/;
export const fieldsIn = (text: string): string[] =>
  Array.from(
    text.matchAll(new RegExp(NUMBER_OF_FIELD, 'g')),
    ([, index]) => FIELDS[Number(index)]!,
  );

/** Removes characters that a browser does not show, or shows as another one of the same width. */
export const stripSpaces = (text: string): string => text.replaceAll(/[\s\p{C}]+/gu, '');

/** Runs in the page: reports refusals, and detects when the page has settled. */
const IN_PAGE = `
  document.addEventListener('securitypolicyviolation', (event) =>
    refused(event.effectiveDirective + ' ' + event.blockedURI + ' on ' + location.pathname));
  let underWay = 0;
  let changedAt = Date.now();
  const original = window.fetch;
  window.fetch = async (...args) => {
    underWay += 1;
    try { return await original(...args); } finally { underWay -= 1; changedAt = Date.now(); }
  };
  new MutationObserver(() => { changedAt = Date.now(); })
    .observe(document, { subtree: true, childList: true, characterData: true });
  window.isAtRest = () => underWay === 0 && Date.now() - changedAt > 200 && document.querySelector('main') !== null
    && document.querySelector('[data-loading], [aria-label^="Loading "]:not([aria-label="Loading page"])') === null;
  window.visit = (path) => { changedAt = Date.now(); history.pushState({}, '', path); };
`;

/** Triggers hover and focus handlers, and collects link targets. */
const PROVOKE = `for (const element of document.querySelectorAll('body *')) {
  for (const type of ['mouseover', 'focusin', 'animationstart', 'toggle']) {
    element.dispatchEvent(new Event(type, { bubbles: true }));
  }
}
Array.from(document.querySelectorAll('[href], [src]'), (element) =>
  new URL(element.href ?? element.src, location.href).protocol)`;

/** All text on the page, including values of fields and names of controls. */
export const TEXT = `[
  document.title,
  document.body.innerText,
  ...Array.from(document.querySelectorAll('input, textarea'), ({ value }) => value),
  ...Array.from(document.querySelectorAll('[aria-label], [title], [placeholder], [alt]'), (element) =>
    ['aria-label', 'title', 'placeholder', 'alt'].map((name) => element.getAttribute(name)).join(' ')),
].join('\\n')`;

export const PATIENCE_MS = 20_000;

export interface Watched {
  context: BrowserContext;
  page: Page;
  /** Everything that payloads caused, and everything that the policy refused. */
  incidents: string[];
}

export async function watchPage(context: BrowserContext): Promise<Omit<Watched, 'context'>> {
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  const incidents: string[] = [];
  await page.exposeFunction('taken', () => void incidents.push('a script ran'));
  await page.exposeFunction('refused', (what: string) => void incidents.push(`refused: ${what}`));
  await page.addInitScript({ content: IN_PAGE });
  page.on('dialog', (dialog) => {
    incidents.push('a dialog opened');
    void dialog.dismiss();
  });
  page.on('request', (request) => {
    const { protocol, hostname } = new URL(request.url());
    if (/^https?:$/.test(protocol) && hostname !== '127.0.0.1') {
      incidents.push(`asked of ${hostname}`);
    }
  });
  page.on('popup', () => void incidents.push('a window opened'));
  page.on('pageerror', (error) => void incidents.push(String(error)));
  return { page, incidents };
}

export async function provoke(page: Page): Promise<void> {
  const protocols = new Set(await page.evaluate<string[]>(PROVOKE));
  for (const harmless of ['http:', 'https:', 'mailto:', 'tel:', 'data:']) {
    protocols.delete(harmless);
  }
  expect([...protocols]).toEqual([]);
}

/** Packs as many payloads as fit into each text. Payloads longer than a text are left out. */
export function packTexts(payloads: readonly string[], longest: number, between: string): string[] {
  const texts: string[] = [];
  for (const each of payloads) {
    const last = texts.at(-1);
    const longer = last === undefined ? each : last + between + each;
    if (each.length > longest) continue;
    if (last === undefined || longer.length > longest) texts.push(each);
    else texts[texts.length - 1] = longer;
  }
  return texts;
}

/** Packs as many payloads as fit into each signature: as plain text, as links and as bold words. */
export function signaturesOf(payloadsOfAll: readonly string[]): string[] {
  const texts: string[] = [];
  for (const [place, payload] of payloadsOfAll.entries()) {
    const line = payload.replaceAll(/\s+/g, ' ').trim();
    const marked = [line, `**${line}**`, `*${line}*`, `[words](${line})`][place % 4]!;
    const last = texts.at(-1);
    const isFull =
      last === undefined ||
      last.split('\n').length >= SIGNATURE_MAX_LINES ||
      last.length + marked.length >= SIGNATURE_MAX;
    if (isFull) texts.push(marked);
    else texts[texts.length - 1] = `${last}\n${marked}`;
  }
  return texts;
}
