import { isPlatformAdmin, type Actor } from '../../platform/actor.ts';
import { isLeadBorrower, lends, type Standing } from '../loans/index.ts';

export const creatingPolicy = {
  /** The company's own people, and the platform's administrators. */
  create: (actor: Actor, template: { my_level: 'OWNER' | 'EMPLOYEE' | null }) =>
    isPlatformAdmin(actor) || template.my_level !== null,
};

export const factPolicy = {
  /** The lead borrower knows; who lends may have been told. */
  answer: (actor: Actor, loan: Standing) => lends(actor, loan) || isLeadBorrower(loan),
};

export const applyingPolicy = {
  /** Who lends on a loan asks for documents on it, one by one or by a template. */
  apply: (actor: Actor, loan: Standing) => lends(actor, loan),
};
