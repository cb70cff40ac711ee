/** The roles that people outside the lender may give an entity of an application. */
import { applicationRolesOf, type OwnApplicationRoles } from '@cairn/contract';
import type { EntityKind, EntityLabel } from '@cairn/contract/entity-fields';
import { ApiError } from '../../platform/api-error.ts';

/**
 * Refuses labels that do not fit: a person cannot be the property company, collateral has no role, and a lender may offer
 * fewer roles.
 */
export function refuseUnfitLabels(
  own: OwnApplicationRoles,
  kind: EntityKind,
  labels: readonly EntityLabel[],
): void {
  const chosen = applicationRolesOf(own).filter(({ label }) => labels.includes(label));
  if (!chosen.every(({ kinds }) => kinds.includes(kind))) {
    throw wrongLabels('Not a role for this kind of entity');
  }
  if (!chosen.every(({ offered }) => offered)) {
    throw wrongLabels('The lender doesn’t offer this role');
  }
}

const wrongLabels = (why: string): ApiError =>
  new ApiError('INVALID_REQUEST', { fieldErrors: { labels: why } });
