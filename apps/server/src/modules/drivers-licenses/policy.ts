import type { Actor } from '../../platform/actor.ts';
import { entityPolicy, isOwnEntity, type Owned } from '../entities/index.ts';

export const driversLicensePolicy = {
  /** Like the identifiers of the person: the lender's people, and the person; not those who borrow with them. */
  see: entityPolicy.reveal,
  /** Only the person themselves says what their license says. */
  edit: (actor: Actor, entity: Owned) => isOwnEntity(actor, entity),
};
