import { isPlatformAdmin, type Actor } from '../../platform/actor.ts';

/** Articles are the operator's. What others may read of them is row security's (migration 0085) and `entriesSeenBy`. */
export const supportPolicy = {
  write: (actor: Actor) => isPlatformAdmin(actor),
};
