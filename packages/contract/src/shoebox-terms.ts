/** The words of the shoebox, and its limits. */
export const SHOEBOX_TYPES = ['LOAN', 'PERSONAL'] as const;
export type ShoeboxType = (typeof SHOEBOX_TYPES)[number];

/** What can be told of a file that waits: not opened yet, being checked, or found to be unusable. */
export const WAITING_FILE_STATUSES = ['NEW', 'CHECKING', 'BLOCKED'] as const;
export type WaitingFileStatus = (typeof WAITING_FILE_STATUSES)[number];

/** How many items one call may name. */
export const SHOEBOX_AT_ONCE = 100;
/** How many files may wait in one shoebox. */
export const MAX_SHOEBOX = 1000;
/** A list counts no further: an operator's covers every lender. */
export const MAX_COUNTED_ITEMS = 2000;
/** How many items a page of a list over several loans has. */
export const SHOEBOX_LISTED = 500;

const naturally = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** "2 …" before "10 …" [R253]. */
export const byTitle = (
  one: { id: string; title: string },
  other: { id: string; title: string },
): number => naturally.compare(one.title, other.title) || (one.id < other.id ? -1 : 1);
