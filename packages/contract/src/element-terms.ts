/** Types, states and limits of the elements of a package. */
import { FIRST_DISPLAY_ORDER, REVIEW_STATUSES, type ReviewStatus } from './template-terms.ts';

/** In the order of a review. */
export const REVIEW_STATUS_CODES = Object.keys(REVIEW_STATUSES) as [
  ReviewStatus,
  ...ReviewStatus[],
];

/** The root folder of every loan [R083]. */
export const ROOT_TITLE = 'Package';
/** Maximum nesting depth of folders; a deeper tree is a mistake or an attack. */
export const DEEPEST_FOLDER = 50;
/** Maximum number of elements that one call names. */
export const MAX_ITEMS = 1000;
/** Maximum number of elements in one loan's package. */
export const MAX_PACKAGE = 20_000;
/** Maximum number of files that answer one request; each file has its own element. */
export const MAX_FILES_OF_REQUEST = 100;
export const ELEMENT_STATUSES = [
  'NEEDED',
  'ASSIGNED',
  'IN_PROGRESS',
  'ANSWERED',
  'ACCEPTED',
  'NEEDS_ATTENTION',
  'EXPIRED',
  'TRASHED',
] as const;
export type ElementStatus = (typeof ELEMENT_STATUSES)[number];
export const LOCATIONS = ['PACKAGE', 'APPLICATION', 'CLOSING'] as const;
export type Location = (typeof LOCATIONS)[number];
/** Types of requests that are answered by a value, not by a file. */
export const QUESTION_TYPES = ['TEXT', 'NUMBER', 'DATE', 'CHOICE', 'ADDRESS', 'YES_NO'] as const;
export type QuestionType = (typeof QUESTION_TYPES)[number];
/** Rejection reasons, each with the text that the uploader sees unless the reviewer writes another one. */
export const DOES_NOT_APPLY_REASONS = {
  NEW_BUSINESS: 'The business is new, so this doesn’t exist yet',
  NOT_OWNED: 'I don’t own this',
  RENT_NOT_OWN: 'We rent our location',
  OWN_NOT_RENT: 'We own our location',
  NO_EMPLOYEES: 'There are no employees',
  NO_DEBT: 'There are no such debts',
  NOT_FRANCHISE: 'It’s not a franchise',
  NO_CONSTRUCTION: 'No building work is planned',
  NOT_FILED_YET: 'It’s not filed or issued yet',
  SENT_ELSEWHERE: 'It’s part of another document I sent',
  OTHER: 'Something else',
} as const;
export type DoesNotApplyCode = keyof typeof DOES_NOT_APPLY_REASONS;
export const DOES_NOT_APPLY_CODES = Object.keys(DOES_NOT_APPLY_REASONS) as [
  DoesNotApplyCode,
  ...DoesNotApplyCode[],
];
export const REJECTION_REASONS = {
  WRONG_DOCUMENT: {
    label: 'Not the right document',
    sentence:
      'Thanks, but this looks like a different document from the one we asked for; please check the title and send it again.',
  },
  INCOMPLETE: {
    label: 'Pages or parts missing',
    sentence:
      'Some pages or answers are missing; please send the whole document, including blank and signature pages.',
  },
  UNREADABLE: {
    label: 'Cannot be read',
    sentence:
      'We cannot read this copy well; please scan it again or take a sharp photo in good light.',
  },
  OUT_OF_DATE: {
    label: 'Too old or expired',
    sentence: 'This one is too old for your closing date; please send the newest version.',
  },
  NOT_SIGNED: {
    label: 'Signature or date missing',
    sentence: 'We need a signature and date on this document; please sign, date and send it back.',
  },
  DOES_NOT_MATCH: {
    label: 'Names or numbers differ',
    sentence:
      'A name, amount or year here does not match what we have; please send the right one or tell us why it differs.',
  },
} as const;
export type RejectionCode = keyof typeof REJECTION_REASONS;
export const REJECTION_CODES = Object.keys(REJECTION_REASONS) as [
  RejectionCode,
  ...RejectionCode[],
];

interface Placed {
  storageType: 'FILE' | 'FOLDER';
  displayOrder: number;
  title: string;
}

let collators: Record<Placed['storageType'], Intl.Collator> | undefined;
/** Created on first use: loading the collation tables takes 20 ms, which would delay pages without a list. */
const collatorsByType = () =>
  (collators ??= {
    FOLDER: new Intl.Collator('en', { numeric: true, sensitivity: 'base' }),
    FILE: new Intl.Collator('en', { sensitivity: 'base' }),
  });

/**
 * Sorts the elements of one folder: those with the special order first [R248], then folders before files [R249], then
 * alphabetically, with numbers in folder titles by value [R250]. Manually ordered elements keep their order; all
 * others share the default one.
 */
export function inPackageOrder(one: Placed, other: Placed): number {
  const first = (item: Placed): number => (item.displayOrder === FIRST_DISPLAY_ORDER ? 0 : 1);
  if (first(one) !== first(other)) return first(one) - first(other);
  if (one.storageType !== other.storageType) return one.storageType === 'FOLDER' ? -1 : 1;
  if (one.displayOrder !== other.displayOrder) return one.displayOrder - other.displayOrder;
  return collatorsByType()[one.storageType].compare(one.title, other.title);
}
