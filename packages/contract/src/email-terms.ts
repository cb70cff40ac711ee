/** Emails whose subject and opening a company can customize. */

export const EMAIL_KINDS = [
  'INVITATION',
  'REQUESTS',
  'REMINDERS',
  'REJECTED',
  'APPROVED',
  'STATUS',
  'SUMMARY',
] as const;
export type EmailKind = (typeof EMAIL_KINDS)[number];

export const EMAIL_KIND_TITLES: Readonly<Record<EmailKind, string>> = {
  INVITATION: 'Invitation to a loan',
  REQUESTS: 'New requests',
  REMINDERS: 'Reminder of documents due',
  REJECTED: 'A document needs attention',
  APPROVED: 'Documents were approved',
  STATUS: 'Loan status changed',
  SUMMARY: 'Daily or weekly summary',
};

/** Placeholders for values that differ between emails, with their meaning. */
export const EMAIL_PLACEHOLDERS = {
  firstName: 'First name of the recipient',
  company: 'Your company',
  loan: 'Name of the loan',
  officer: 'Loan officer',
  documents: 'How many, like “3 documents”',
  document: 'Title of the document',
  due: 'Due date, like “Nov 20”',
  status: 'New status',
} as const;
export type EmailPlaceholder = keyof typeof EMAIL_PLACEHOLDERS;

const EVERYWHERE = ['firstName', 'company', 'loan', 'officer'] as const;
export const PLACEHOLDERS_OF: Readonly<Record<EmailKind, readonly EmailPlaceholder[]>> = {
  INVITATION: EVERYWHERE,
  REQUESTS: [...EVERYWHERE, 'documents', 'due'],
  REMINDERS: [...EVERYWHERE, 'documents', 'due'],
  REJECTED: [...EVERYWHERE, 'document'],
  APPROVED: [...EVERYWHERE, 'documents'],
  STATUS: [...EVERYWHERE, 'status'],
  SUMMARY: [...EVERYWHERE, 'documents', 'due'],
};

export const MAX_EMAIL_SUBJECT = 150;
export const MAX_EMAIL_OPENING = 1000;

/** Why a text cannot be used; undefined if it can. Braces are allowed only around the name of a placeholder. */
export function placeholderProblem(text: string, kind: EmailKind): string | undefined {
  const names: readonly string[] = PLACEHOLDERS_OF[kind];
  const unknown = [...text.matchAll(/\{([^{}]*)\}/g)].find(([, name]) => !names.includes(name!));
  if (unknown) return `${unknown[0]} can’t be used in this email`;
  return /[{}]/.test(text.replaceAll(/\{[^{}]*\}/g, ''))
    ? 'Use braces only around a placeholder, like {firstName}'
    : undefined;
}

/** The text with its placeholders filled in. Undefined if a value is missing; then the default text is sent. */
export function fillPlaceholders(
  text: string,
  values: Partial<Record<EmailPlaceholder, string | undefined>>,
): string | undefined {
  let isComplete = true;
  // In a single pass, so that braces in a value are not interpreted.
  const filled = text.replaceAll(/\{([^{}]*)\}/g, (_whole, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name as EmailPlaceholder] : undefined;
    if (!value) isComplete = false;
    return value ?? '';
  });
  return isComplete ? filled : undefined;
}
