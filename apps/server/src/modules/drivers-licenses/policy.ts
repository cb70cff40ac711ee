import type { Actor } from '../../platform/actor.ts';
import { entityPolicy, isOwnEntity, type Owned } from '../entities/index.ts';

export const driversLicensePolicy = {
  /** Same as for the person's identifiers: the lender's employees on the loan and the person, but not co-borrowers. */
  see: entityPolicy.reveal,
  /** Only the person may change their license. */
  edit: (actor: Actor, entity: Owned) => isOwnEntity(actor, entity),
};
