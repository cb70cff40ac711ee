/** Types, states and limits of shoeboxes. */
export const SHOEBOX_TYPES = ['LOAN', 'PERSONAL'] as const;
export type ShoeboxType = (typeof SHOEBOX_TYPES)[number];

/** Statuses of a file in a shoebox: not opened yet, being scanned, or blocked. */
export const WAITING_FILE_STATUSES = ['NEW', 'CHECKING', 'BLOCKED'] as const;
export type WaitingFileStatus = (typeof WAITING_FILE_STATUSES)[number];

/** Maximum number of files that one call names. */
export const SHOEBOX_AT_ONCE = 100;
/** Maximum number of files in one shoebox. */
export const MAX_SHOEBOX = 1000;
/** Lists stop counting here, because an operator's list covers every lender. */
export const MAX_COUNTED_ITEMS = 2000;
/** Page size of a list over several loans. */
export const SHOEBOX_LISTED = 500;

const naturally = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** Sorts numbers by value: "2 …" before "10 …" [R253]. */
export const byTitle = (
  one: { id: string; title: string },
  other: { id: string; title: string },
): number => naturally.compare(one.title, other.title) || (one.id < other.id ? -1 : 1);
