import { isPlatformAdmin, isStaff, type Actor } from '../../platform/actor.ts';
import { invitesTo, isLeadBorrower, lends, type Standing } from '../loans/index.ts';

export const partyPolicy = {
  /** Who lends on a loan, the company's own people decide, not the underwriter from outside. */
  manageLenders: (actor: Actor, loan: Standing) =>
    lends(actor, loan) && (isStaff(actor) || isPlatformAdmin(actor)),
  invite: (actor: Actor, loan: Standing) => invitesTo(actor, loan),
  /** What borrowers and contacts are on a loan, and whether they still are. */
  manage: (actor: Actor, loan: Standing) => lends(actor, loan),
};

/** The contacts of a loan member. */
export interface ContactStanding extends Standing {
  /** They are the caller's own, who borrows. */
  are_mine: boolean;
}

export const contactPolicy = {
  read: (actor: Actor, contacts: ContactStanding) =>
    isPlatformAdmin(actor) ||
    isStaff(actor) ||
    lends(actor, contacts) ||
    isLeadBorrower(contacts) ||
    contacts.are_mine,
  keep: (actor: Actor, contacts: ContactStanding) =>
    lends(actor, contacts) || isLeadBorrower(contacts) || contacts.are_mine,
};
