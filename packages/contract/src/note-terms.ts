/** Terms of the lender's notes about a loan and its documents. */

/** NONE: a remark. OPEN and DONE: something to follow up on. */
export const NOTE_STATUSES = ['NONE', 'OPEN', 'DONE'] as const;
export type NoteStatus = (typeof NOTE_STATUSES)[number];

export const NOTE_TEXT_MAX = 4000;
/** Notes per page, not counting replies. */
export const NOTES_PER_PAGE = 50;
/** Maximum number of notes of a loan; people do not write more by hand. */
export const MAX_NOTES_OF_LOAN = 5000;
/** Maximum number of people whom one note can mention. */
export const MAX_MENTIONS = 20;
