/** Threat row 9, continued: payloads in the texts that a lender publishes, sends and keeps, shown by the real pages. */
import { PORTAL_LIMITS } from '@cairn/contract/portal-terms';
import {
  EMAIL_KINDS,
  EMAIL_KIND_TITLES,
  MAX_EMAIL_OPENING,
  MAX_EMAIL_SUBJECT,
} from '@cairn/contract/email-terms';
import { TEXT_MAX } from '@cairn/contract/constants';
import { CUSTOMIZATION_NAME_MAX, MAX_CUSTOMIZATIONS } from '@cairn/contract/entity-fields';
import { MAX_SOURCES, MAX_USES } from '@cairn/contract/sources-uses-terms';
import { newTemplate, payloads, type TestServer } from '@cairn/testing';
import { EVERYTHING, type Target } from '@cairn/testing/matrix/targets';
import type { World } from '@cairn/testing/matrix/world';
import { startPayloadSite, visit, type PayloadSite } from '@cairn/testing/payload-site';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { packTexts, provoke, stripSpaces } from './payload-scripts.ts';

const all = payloads();

let site: PayloadSite;
let server: TestServer;
let world: World;
let target: Target;
let owner: { token: string };

beforeAll(async () => {
  site = await startPayloadSite();
  ({ server, world } = site);
  target = await world.target('LB', 'own', EVERYTHING);
  owner = { token: world.callers.LO.token! };
}, 180_000);
afterAll(() => site?.stop(), 60_000);

interface PortalTexts {
  welcome: string;
  legalLine: string;
  contactName: string;
  contactTitle: string;
  loanTexts: { SBA_7A: string };
}

/** Runs in the page: types into all fields at once. */
const TYPE_ALL = `(texts) => {
  for (const [path, text] of Object.entries(texts)) {
    const field = document.querySelector('[data-path="' + path + '"], [name="' + path + '"]');
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value').set.call(field, text);
    field.dispatchEvent(new Event('input', { bubbles: true }));
  }
}`;

/** All payloads, distributed over the places that hold many; name and title of the contact person share them. */
function portalTexts(): PortalTexts[] {
  const { welcome, legalLine, contact, loanText } = PORTAL_LIMITS;
  const welcomes = packTexts(all, welcome, ' ');
  const lines = packTexts(all, legalLine, ' ');
  const names = packTexts(all, contact, ' ');
  const sentences = packTexts(all, loanText, ' ').toReversed();
  const turns = Math.max(lines.length, sentences.length, Math.ceil(names.length / 2));
  return Array.from({ length: turns }, (_, at) => ({
    welcome: welcomes[at % welcomes.length]!,
    legalLine: lines[at % lines.length]!,
    contactName: names[at]!,
    contactTitle: names.at(-1 - at)!,
    loanTexts: { SBA_7A: sentences[at % sentences.length]! },
  }));
}

test('the portal: 500 payloads are text, for its owner and for strangers; as markup they would run', async () => {
  const { companyId } = target;
  const items = [{ title: 'Tax return', blockType: 'LOAN', modifiers: ['APPLY_NOW'] }];
  await newTemplate({ server, token: owner.token }, items, { loanType: 'SBA_7A' });
  const writer = await site.open('LO');
  await visit(writer.page, '/admin/portal');
  const preview = writer.page.getByRole('region', { name: 'Preview' });
  const visitor = await site.open();
  let version = 0;
  for (const [turn, texts] of portalTexts().entries()) {
    const { welcome, legalLine, contactName, contactTitle, loanTexts } = texts;
    const profileTexts = [welcome, legalLine, contactName, contactTitle, loanTexts.SBA_7A];
    const missing = (pageText: string) =>
      profileTexts.filter((each) => !pageText.includes(stripSpaces(each)));
    const typed = {
      welcome,
      legalLine,
      contactName,
      contactTitle,
      'loanTexts.SBA_7A': loanTexts.SBA_7A,
    };
    await writer.page.evaluate(`(${TYPE_ALL})(${JSON.stringify(typed)})`);
    expect([turn, missing(stripSpaces(await preview.innerText()))]).toEqual([turn, []]);
    if (turn % 10 > 0) continue;
    // The public page has the same parts as the preview.
    await provoke(writer.page);
    const request = { params: { companyId }, body: { ...texts, version } };
    const saved = await server.call('updatePortalSettings', request, owner);
    expect(saved.status, saved.text).toBe(200);
    ({ version } = saved.body);
    await visitor.page.goto('about:blank');
    const read = stripSpaces(await visit(visitor.page, `/portal/${companyId}`));
    expect([turn, missing(read)]).toEqual([turn, []]);
  }
  expect(writer.incidents).toEqual([]);
  expect(visitor.incidents).toEqual([]);

  // Control: the text of the page inserted as markup, without the policy, runs the payloads.
  await visitor.page.route('**/portal/*', async (route) => {
    const response = await route.fetch();
    const { 'content-security-policy': _policy, ...headers } = response.headers();
    await route.fulfill({ response, headers });
  });
  await visitor.page.reload();
  await visitor.page.getByText('Which loan fits?').waitFor();
  await visitor.page.evaluate(
    `for (const each of document.querySelectorAll('main p, main span')) each.innerHTML = each.textContent`,
  );
  await expect.poll(() => visitor.incidents).not.toEqual([]);
  await writer.context.close();
  await visitor.context.close();
}, 300_000);

test('email texts: 500 payloads as openings are text beside their subjects, as they are typed and as borrowers get them', async () => {
  const { companyId } = target;
  // Braces mark placeholders, so payloads with braces are not accepted.
  const accepted = all.filter((each) => !/[{}]/.test(each));
  const subjects = packTexts(
    accepted.filter((each) => !/[\p{Cc}\u2028]/u.test(each)),
    MAX_EMAIL_SUBJECT,
    ' ',
  );
  const openings = packTexts(accepted, MAX_EMAIL_OPENING, '\n');
  const rejected = all.filter((each) => /[{}]/.test(each));
  for (const opening of rejected) {
    const request = { params: { companyId }, body: { kind: 'STATUS', subject: null, opening } };
    const refusal = await server.send('updateEmailText', request, owner);
    expect(refusal.status).toBe(400);
    expect(refusal.text).toContain('can’t be used in this email');
  }
  const { page, incidents, context } = await site.open('LO');
  await visit(page, '/admin/emails');
  const preview = page.getByRole('region', { name: 'Preview' });
  for (const [turn, opening] of openings.entries()) {
    const kind = EMAIL_KINDS[turn % EMAIL_KINDS.length]!;
    // A sample of every kind, as far as turns allow, because each line is the same element.
    const subject = subjects[Math.floor((turn * subjects.length) / openings.length)]!;
    const request = { params: { companyId }, body: { kind, subject, opening } };
    const saved = await server.call('updateEmailText', request, owner);
    expect(saved.status, saved.text).toBe(200);
    await page.getByRole('button', { name: EMAIL_KIND_TITLES[kind] }).click();
    await page.getByLabel('Subject').fill(subject);
    await page.getByLabel('Opening').fill(opening);
    await expect
      .poll(async () => stripSpaces(await preview.innerText()))
      .toContain(stripSpaces(opening));
    expect(stripSpaces(await preview.innerText())).toContain(stripSpaces(subject));
    await provoke(page);
  }
  expect(incidents).toEqual([]);
  await context.close();
}, 300_000);

test('sources and uses: payloads as names and terms are text, as are those from a saved sheet', async () => {
  const { loan } = target;
  const params = { loanId: loan.id };
  const names = all.filter((each) => each.length <= 80);
  const terms = all.filter((each) => each.length <= 60);
  expect(names.length).toBeGreaterThan(400);
  const { page, incidents, context } = await site.open('LO');
  let { version } = (await server.call('getSourcesUses', { params }, owner)).body;
  for (let first = 0; first < names.length; first += MAX_USES) {
    const uses = names.slice(first, first + MAX_USES);
    const sources = Array.from({ length: MAX_SOURCES }, (_, at) => ({
      name: names[(first + at * 7) % names.length]!,
      terms: terms[(first + at) % terms.length]!,
      kind: 'LOAN' as const,
      available: 0,
    }));
    const body = {
      version,
      sources,
      uses: uses.map((name) => ({ name, amounts: sources.map(() => 0) })),
    };
    const saved = await server.call('saveSourcesUses', { params, body }, owner);
    expect(saved.status, saved.text).toBe(200);
    ({ version } = saved.body);
    await page.goto('about:blank');
    const read = stripSpaces(await visit(page, `/loans/${loan.id}/sources-and-uses`));
    const texts = [...uses, ...sources.flatMap((source) => [source.name, source.terms])];
    expect(texts.filter((each) => !read.includes(stripSpaces(each)))).toEqual([]);
  }
  expect(incidents).toEqual([]);
  await context.close();
}, 300_000);

test('own fields of an entity: 500 payloads are text, as names and as values', async () => {
  const { loan } = target;
  const names = [...new Set(all.map((each) => each.trim()))].filter(
    ({ length }) => length > 0 && length <= CUSTOMIZATION_NAME_MAX,
  );
  const values = packTexts(all, TEXT_MAX, ' ');
  const turns = Math.ceil(Math.max(names.length, values.length) / MAX_CUSTOMIZATIONS);
  const { page, incidents, context } = await site.open('LO');
  for (let turn = 0; turn < turns; turn += 1) {
    const entity = await server.given.entity(loan, { name: 'Quarrystone' });
    const places = Array.from(
      { length: MAX_CUSTOMIZATIONS },
      (_, at) => turn * MAX_CUSTOMIZATIONS + at,
    );
    const given = places.map((at) => [names[at % names.length]!, values[at % values.length]!]);
    const customizations = Object.fromEntries(given) as Record<string, string>;
    const request = {
      params: { loanId: loan.id },
      body: [{ entityId: entity.id, version: 1, customizations }],
    };
    const saved = await server.call('bulkUpdateEntity', request, owner);
    expect(saved.status, saved.text).toBe(200);
    await page.goto('about:blank');
    const read = stripSpaces(await visit(page, `/loans/${loan.id}/company/${entity.id}/edit`));
    const texts = Object.entries(customizations).flat();
    expect([turn, texts.filter((each) => !read.includes(stripSpaces(each)))]).toEqual([turn, []]);
  }
  expect(incidents).toEqual([]);
  await context.close();
}, 300_000);

test('credit: 500 payloads are text in the draft of a notice and in a report of TransUnion', async () => {
  // On a loan without anything else, because other objects change the state of its application.
  const { companyId, credit } = await world.target('LB', 'own', new Set(['credit']));
  const { declined, declinedEntityId } = credit;
  const account = await server.given.account();
  await server.given.person({ id: companyId, name: '' }, account);
  await server.given.creditConsent(account);
  const person = await server.given.entity(declined, { name: 'Quarrystone', account });
  const trade = { opened: null, closed: null, balance: 1, limit: null, pastDue: null };
  await server.given.creditReport(declined, person, {
    service: 'TRANSUNION',
    account,
    content: {
      score: 700,
      scoreModel: all[0]!,
      factors: all.slice(0, 4),
      trades: all.map((each, at) => ({ ...trade, creditor: each, kind: all.at(-at - 1)! })),
    },
  });
  const params = { loanId: declined.id, loanEntityId: declinedEntityId };
  const { page, incidents, context } = await site.open('LO');
  for (const half of [all.slice(0, 250), all.slice(250)]) {
    const text = half.join('\n');
    const request = { params, body: { reasons: ['BANKRUPTCY' as const], text } };
    const saved = await server.call('saveAdverseActionNotice', request, owner);
    expect(saved.status, saved.text).toBe(200);
    await page.goto('about:blank');
    await visit(page, `/loans/${declined.id}/credit`);
    await page.getByLabel('To', { exact: true }).selectOption(declinedEntityId);
    const draft = await page.getByRole('textbox', { name: 'Draft' }).inputValue();
    expect(stripSpaces(draft)).toBe(stripSpaces(text));
    await provoke(page);
  }
  await page.getByRole('button', { name: /^View report of Quarrystone/ }).click();
  const report = page.getByRole('dialog');
  await report.getByRole('list', { name: 'Accounts' }).waitFor();
  const read = stripSpaces(await report.innerText());
  expect(all.filter((each) => !read.includes(stripSpaces(each)))).toEqual([]);
  await provoke(page);
  expect(incidents).toEqual([]);
  await context.close();
}, 300_000);
