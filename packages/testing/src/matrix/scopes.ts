/** Relation of an object to the caller. */
export const SCOPES = [
  'own',
  /** The individual that represents the caller. */
  'self',
  'assigned',
  'assigned-elsewhere',
  'hidden',
  /** On a loan on which the lead borrower is only a borrower: an entity of the loan that they lead. */
  'led-elsewhere',
  'same-company',
  'other-company',
  'missing',
] as const;
export type Scope = (typeof SCOPES)[number];
