/**
 * The unsaved values of the New loan form. This tab keeps them across a reload and an expired session, until the loan
 * is created. They contain names of borrowers, so they are erased at logout and when another user logs in.
 */
const KEY = 'cairn-new-loan';

export const forgetLoanDraft = (): void => sessionStorage.removeItem(KEY);

export const keepLoanDraft = (userId: string, values: unknown): void =>
  sessionStorage.setItem(KEY, JSON.stringify({ userId, values }));

/** Null if this user has no draft. A draft of another user is erased. */
export function readLoanDraft(userId: string): unknown {
  const draft = JSON.parse(sessionStorage.getItem(KEY) ?? '{}') as {
    userId?: string;
    values?: unknown;
  };
  if (draft.userId === userId) return draft.values;
  forgetLoanDraft();
  return null;
}
