import { isPlatformAdmin, isStaff, type Actor } from '../../platform/actor.ts';
import type { ElementRow, PackageRow } from './store.ts';

type Standing = Pick<PackageRow, 'my_roles' | 'my_level'>;

const isOwner = (actor: Actor, row: Standing): boolean =>
  isStaff(actor) && row.my_level === 'OWNER';

/** The company's owners on all its loans; everyone else who lends, on the loans they work on. */
const lends = (actor: Actor, row: Standing): boolean =>
  actor.roleLevel === 'LENDER' &&
  (isOwner(actor, row) ||
    row.my_roles.some((role) => role === 'LENDER' || role === 'UNDERWRITER_LENDER'));

const assignedToThem = (actor: Actor, element: ElementRow): boolean =>
  element.assigned_to === actor.accountId;
const isTheirsOrUnassigned = (actor: Actor, element: ElementRow): boolean =>
  (element.assigned_to === null && element.assigned_invitation_id === null) ||
  assignedToThem(actor, element);

export const packagePolicy = {
  /** To ask for documents, make folders, copy, share. */
  request: (actor: Actor, row: PackageRow) => isPlatformAdmin(actor) || lends(actor, row),
  /** To go through the answers that wait for a decision, as `decide` has it for each. */
  review: (actor: Actor, row: PackageRow) => lends(actor, row),
  /** Export as files: users who work on the loan, of what they see. Contacts upload files but cannot export. */
  download: (actor: Actor, row: PackageRow) =>
    isPlatformAdmin(actor) ||
    lends(actor, row) ||
    (['BORROWER', 'APPLICANT'].includes(actor.roleLevel) && row.my_roles.length > 0),
};

export const elementPolicy = {
  /**
   * The lender's employees; borrowers for every visible request that is not assigned to another person; the
   * lead borrower for all. Applicants for requests about themselves and, like contacts, for those
   * assigned to them. An accepted answer is replaced by the lender only, until it expires.
   */
  answer: (actor: Actor, element: ElementRow) => {
    if (isPlatformAdmin(actor) || lends(actor, element)) return true;
    if (element.approved_by !== null && !element.expired) return false;
    switch (actor.roleLevel) {
      case 'BORROWER':
        return (
          element.my_roles.includes('LEAD_BORROWER') ||
          (element.my_roles.includes('BORROWER') && isTheirsOrUnassigned(actor, element))
        );
      case 'APPLICANT':
        return (
          element.my_roles.length > 0 &&
          (element.of_own_entity
            ? isTheirsOrUnassigned(actor, element)
            : assignedToThem(actor, element))
        );
      case 'CONTACT':
        return element.my_roles.length > 0 && assignedToThem(actor, element);
      default:
        return false;
    }
  },
  edit: (actor: Actor, element: ElementRow) => isPlatformAdmin(actor) || lends(actor, element),
  /** The lead borrower says who of the borrowers brings what. */
  assign: (actor: Actor, element: ElementRow) =>
    isPlatformAdmin(actor) ||
    lends(actor, element) ||
    (actor.roleLevel === 'BORROWER' && element.my_roles.includes('LEAD_BORROWER')),
  /** Who hands requests over asks for them again. */
  remind: (actor: Actor, element: ElementRow) =>
    actor.roleLevel === 'BORROWER' && element.my_roles.includes('LEAD_BORROWER'),
  /** Approve, reject, undo approval: the lender's judgment, never the platform's. */
  decide: (actor: Actor, element: ElementRow) => lends(actor, element),
  /**
   * Everybody what they brought themselves, until it is accepted or another person's answer; a folder holds what others
   * asked for.
   */
  trash: (actor: Actor, element: ElementRow) =>
    isPlatformAdmin(actor) ||
    lends(actor, element) ||
    (element.my_roles.length > 0 &&
      element.storage_type === 'FILE' &&
      element.created_by === actor.accountId &&
      element.approved_by === null &&
      (element.answered_by === null || element.answered_by === actor.accountId)),
  /** Their own answer, until it is accepted: then they ask the lender, whose people take back anybody's. */
  takeBack: (actor: Actor, element: ElementRow) =>
    isPlatformAdmin(actor) ||
    lends(actor, element) ||
    (actor.roleLevel !== 'CONTACT' &&
      element.my_roles.length > 0 &&
      element.answered_by === actor.accountId &&
      element.approved_by === null),
  /** For good. */
  remove: (actor: Actor, element: ElementRow) => isPlatformAdmin(actor) || isOwner(actor, element),
};
