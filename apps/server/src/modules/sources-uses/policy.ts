import { isPlatformAdmin, type Actor } from '../../platform/actor.ts';
import { answersForCompany, lends, type Standing } from '../loans/index.ts';

/** Internal to the lender. Administrators read a sheet but do not change it. */
export const sourcesUsesPolicy = {
  write: (actor: Actor, loan: Standing) => !isPlatformAdmin(actor) && lends(actor, loan),
  saveTemplate: (actor: Actor, loan: Standing) =>
    !isPlatformAdmin(actor) && answersForCompany(actor, loan),
};
