import { isPlatformAdmin, type Actor } from '../../platform/actor.ts';
import { isLeadBorrower, lends, type Standing } from '../loans/index.ts';

export const creatingPolicy = {
  /** The company's own staff, and platform administrators. */
  create: (actor: Actor, template: { my_level: 'OWNER' | 'EMPLOYEE' | null }) =>
    isPlatformAdmin(actor) || template.my_level !== null,
};

export const factPolicy = {
  /** The lead borrower knows the facts; lenders may have been told. */
  answer: (actor: Actor, loan: Standing) => lends(actor, loan) || isLeadBorrower(loan),
};

export const applyingPolicy = {
  /** Lenders of a loan request documents on it, one by one or with a template. */
  apply: (actor: Actor, loan: Standing) => lends(actor, loan),
};
