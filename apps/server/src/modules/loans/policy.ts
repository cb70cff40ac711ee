import { isPlatformAdmin, isStaff, type Actor } from '../../platform/actor.ts';
import type { LoanRow } from './store.ts';

/**
 * Whoever sees a loan may pin it; all but contacts may bring a file. A contact may answer what was
 * asked of them (elements/policy.ts), but not yet upload for it.
 */
export const loanPolicy = {
  pin: (_actor: Actor, _loan: LoanRow) => true,
  upload: (actor: Actor, _loan: LoanRow) =>
    isStaff(actor) || isPlatformAdmin(actor) || actor.roleLevel !== 'CONTACT',
};
