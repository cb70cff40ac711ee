import { isPlatformAdmin, isStaff, type Actor } from '../../platform/actor.ts';
import type { LoanRow } from './store.ts';

/** Whoever sees a loan may pin it and bring a file; a key contact only where something is asked of them. */
export const loanPolicy = {
  pin: (_actor: Actor, _loan: LoanRow) => true,
  upload: (actor: Actor, _loan: LoanRow) =>
    isStaff(actor) || isPlatformAdmin(actor) || actor.roleLevel !== 'CONTACT',
};
