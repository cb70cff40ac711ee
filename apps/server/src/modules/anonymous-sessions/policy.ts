import { isPlatformAdmin, isStaff, type Actor } from '../../platform/actor.ts';
import type { SessionRow } from './store.ts';

export const anonymousSessionPolicy = {
  /** The company's employees, for any link of theirs. */
  extend: (actor: Actor, { company_id }: SessionRow) =>
    isPlatformAdmin(actor) || (isStaff(actor) && actor.companyId === company_id),
};
