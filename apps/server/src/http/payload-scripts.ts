/** Fields that the payload tests fill, and scripts that they run in the page. */

/** Text fields that other users see. */
export const FIELDS = [
  'account.given_name',
  'account.family_name',
  'company.name',
  'document.name',
  'element.title',
  'element.description',
  'element.rejection_reason',
  'employee_details.job_title',
  'entity.name',
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
] as const;

/** At the end of each value that the tests fill in. */
const NUMBER_OF_FIELD = /¶\d+\/(\d+)¶/;
export const fieldsIn = (text: string): string[] =>
  Array.from(
    text.matchAll(new RegExp(NUMBER_OF_FIELD, 'g')),
    ([, index]) => FIELDS[Number(index)]!,
  );

/** Without what a browser does not show, or shows as something else of the same width. */
export const stripSpaces = (text: string): string => text.replaceAll(/[\s\p{C}]+/gu, '');

/** In the page: tells of refusals, and knows when the page has come to rest. */
export const IN_PAGE = `
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
export const PROVOKE = `for (const element of document.querySelectorAll('body *')) {
  for (const type of ['mouseover', 'focusin', 'animationstart', 'toggle']) {
    element.dispatchEvent(new Event(type, { bubbles: true }));
  }
}
Array.from(document.querySelectorAll('[href], [src]'), (element) =>
  new URL(element.href ?? element.src, location.href).protocol)`;

/** All that can be read on the page, in fields and in names of controls too. */
export const TEXT = `[
  document.title,
  document.body.innerText,
  ...Array.from(document.querySelectorAll('input, textarea'), ({ value }) => value),
  ...Array.from(document.querySelectorAll('[aria-label], [title], [placeholder], [alt]'), (element) =>
    ['aria-label', 'title', 'placeholder', 'alt'].map((name) => element.getAttribute(name)).join(' ')),
].join('\\n')`;
