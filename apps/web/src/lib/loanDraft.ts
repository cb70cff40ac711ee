/**
 * Values typed into New loan: this tab keeps them over a reload and over a session that ended by itself, until the loan is
 * created. They name borrowers, so a log-out erases them, and so does another user who logs in.
 */
const KEY = 'cairn-new-loan';

export const forgetLoanDraft = (): void => sessionStorage.removeItem(KEY);

export const keepLoanDraft = (userId: string, values: unknown): void =>
  sessionStorage.setItem(KEY, JSON.stringify({ userId, values }));

/** Null without a draft of this user; a draft of another user is erased. */
export function readLoanDraft(userId: string): unknown {
  const draft = JSON.parse(sessionStorage.getItem(KEY) ?? '{}') as {
    userId?: string;
    values?: unknown;
  };
  if (draft.userId === userId) return draft.values;
  forgetLoanDraft();
  return null;
}
