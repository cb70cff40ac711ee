/** Whose the object is, seen from the caller. */
export const SCOPES = [
  'own',
  /** Of the caller in person: the individual that they are. */
  'self',
  'assigned',
  'assigned-elsewhere',
  'hidden',
  /** On a loan on which the lead borrower only borrows, an entity of the loan that they lead. */
  'led-elsewhere',
  'same-company',
  'other-company',
  'missing',
] as const;
export type Scope = (typeof SCOPES)[number];
