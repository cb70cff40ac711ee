import type { LoanApplication, LoanEntity } from '@cairn/contract';
import { ENTITY_KINDS } from '@cairn/contract/entity-fields';

/** The lender's name for the entity's role, or the kind of entity if it has no role. */
export const partOf = (
  { roles }: Pick<LoanApplication, 'roles'>,
  { labels, kind }: Pick<LoanEntity, 'labels' | 'kind'>,
): string => roles.find(({ label }) => label === labels[0])?.name ?? ENTITY_KINDS[kind];
