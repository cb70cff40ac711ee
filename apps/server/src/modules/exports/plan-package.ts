import type { ExportOptions } from '@cairn/contract/export-terms';
import type { Actor } from '../../platform/actor.ts';
import { authorize } from '../../platform/authorize.ts';
import type { Queries } from '../../platform/db/db.ts';
import { packagePolicy, packageSeenBy } from '../elements/index.ts';
import { contentsOf } from './contents.ts';
import { chosenOptions, fingerprintOf, NO_OPTIONS, planOf, type Plan } from './plan.ts';
import { packageItems, type ExportScope } from './store.ts';

/** Plans from what the caller sees now; earlier plans are not used. */
export async function planFor(
  reads: Queries,
  actor: Actor,
  loanId: string,
  options: ExportOptions,
) {
  const loanPackage = authorize(
    packagePolicy,
    'download',
    actor,
    await packageSeenBy(reads, actor, loanId),
  );
  const items = await packageItems(reads, actor, loanPackage);
  const plan = planOf(items, { options });
  const scope: ExportScope = {
    companyId: loanPackage.company_id,
    loanId: loanPackage.id,
    accountId: actor.accountId,
    fingerprint: fingerprintOf(plan),
    options: chosenOptions(options),
  };
  return { scope, plan, contents: contentsOf(plan, items) };
}

/** For an export that is not stored here: the documents that the caller sees now, by folder. */
export const planSeenBy = async (reads: Queries, actor: Actor, loanId: string): Promise<Plan> =>
  (await planFor(reads, actor, loanId, NO_OPTIONS)).plan;
