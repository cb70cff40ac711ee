import type { LoanApplication, LoanEntity } from '@cairn/contract';
import { ENTITY_KINDS } from '@cairn/contract/entity-fields';

/** What the lender calls its role; without one, what it is. */
export const partOf = (
  { roles }: Pick<LoanApplication, 'roles'>,
  { labels, kind }: Pick<LoanEntity, 'labels' | 'kind'>,
): string => roles.find(({ label }) => label === labels[0])?.name ?? ENTITY_KINDS[kind];
