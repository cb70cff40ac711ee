import { isPlatformAdmin, isStaff, type Actor } from '../../platform/actor.ts';
import type { ElementRow, PackageRow } from './store.ts';

type Standing = Pick<PackageRow, 'my_roles' | 'my_level'>;

const isOwner = (actor: Actor, row: Standing): boolean =>
  isStaff(actor) && row.my_level === 'OWNER';

/** Owners lend on all loans of the company; other lenders on the loans they work on. */
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
  /** Request documents, create folders, copy, share. */
  request: (actor: Actor, row: PackageRow) => isPlatformAdmin(actor) || lends(actor, row),
  /** Go through the answers that wait for a decision; `decide` applies to each. */
  review: (actor: Actor, row: PackageRow) => lends(actor, row),
  /** Export: people who work on the loan, limited to what they see. Contacts upload files but cannot export. */
  download: (actor: Actor, row: PackageRow) =>
    isPlatformAdmin(actor) ||
    lends(actor, row) ||
    (['BORROWER', 'APPLICANT'].includes(actor.roleLevel) && row.my_roles.length > 0),
};

export const elementPolicy = {
  /**
   * Employees of the lender; borrowers for every visible request that is not assigned to another person; the lead
   * borrower for all. Applicants for requests about themselves and, like contacts, for those assigned to them. Only
   * the lender may replace an accepted answer before it expires.
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
  /** The lead borrower distributes requests among the borrowers. */
  assign: (actor: Actor, element: ElementRow) =>
    isPlatformAdmin(actor) ||
    lends(actor, element) ||
    (actor.roleLevel === 'BORROWER' && element.my_roles.includes('LEAD_BORROWER')),
  /** The lead borrower, who assigns requests to other borrowers, may remind them. */
  remind: (actor: Actor, element: ElementRow) =>
    actor.roleLevel === 'BORROWER' && element.my_roles.includes('LEAD_BORROWER'),
  /** Approve, reject, undo approval: only the lender, never the operator. */
  decide: (actor: Actor, element: ElementRow) => lends(actor, element),
  /**
   * People may trash what they added themselves, unless it is accepted or has another person's answer. Folders are
   * the lender's, because they contain requests of others.
   */
  trash: (actor: Actor, element: ElementRow) =>
    isPlatformAdmin(actor) ||
    lends(actor, element) ||
    (element.my_roles.length > 0 &&
      element.storage_type === 'FILE' &&
      element.created_by === actor.accountId &&
      element.approved_by === null &&
      (element.answered_by === null || element.answered_by === actor.accountId)),
  /** People may remove their own answer until it is accepted; the lender may remove any answer. */
  takeBack: (actor: Actor, element: ElementRow) =>
    isPlatformAdmin(actor) ||
    lends(actor, element) ||
    (actor.roleLevel !== 'CONTACT' &&
      element.my_roles.length > 0 &&
      element.answered_by === actor.accountId &&
      element.approved_by === null),
  /** Delete permanently. */
  remove: (actor: Actor, element: ElementRow) => isPlatformAdmin(actor) || isOwner(actor, element),
};
