import { isPlatformAdmin, isStaff, type Actor } from '../../platform/actor.ts';
import { invitesTo, isLeadBorrower, lends, type Standing } from '../loans/index.ts';

export const partyPolicy = {
  /** Only the company's own staff decide who lends on a loan, not underwriters from outside. */
  manageLenders: (actor: Actor, loan: Standing) =>
    lends(actor, loan) && (isStaff(actor) || isPlatformAdmin(actor)),
  invite: (actor: Actor, loan: Standing) => invitesTo(actor, loan),
  /** Change and remove borrowers and contacts. */
  manage: (actor: Actor, loan: Standing) => lends(actor, loan),
};

/** The contacts of a loan member. */
export interface ContactStanding extends Standing {
  /** The contact belongs to the caller, who is a borrower. */
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
