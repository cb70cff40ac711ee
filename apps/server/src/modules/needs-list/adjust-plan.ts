/** The initial requests of a new loan, as adjusted by the person who creates it. */
import type { RequestKey } from '@cairn/contract/needs-list';
import type { ReleasePhase } from '@cairn/contract/template-terms';
import type { Actor } from '../../platform/actor.ts';
import type { Tx } from '../../platform/db/db.ts';
import { ApiError } from '../../platform/api-error.ts';
import { dismiss } from './dismiss.ts';
import { loadPlan, type Planned } from './load-plan.ts';
import type { NeededRequest } from './needed-requests.ts';
import type { AskingLoan } from './store.ts';

type RequestOfTemplate = Pick<RequestKey, 'templateElementId' | 'repeat'>;

export interface Adjustments {
  leaveOut: readonly RequestOfTemplate[];
  postpone: readonly (RequestOfTemplate & { releasePhase: ReleasePhase | null })[];
}

const keyOf = ({ templateElementId, repeat }: RequestOfTemplate): string =>
  `${templateElementId} ${repeat}`;

/** Requests that were left out count as dismissed: a rule that applies later does not add them again. */
export async function adjustPlan(
  tx: Tx,
  actor: Actor,
  loan: AskingLoan,
  { leaveOut, postpone }: Adjustments,
): Promise<Planned> {
  const planned = await loadPlan(tx, loan, 'add');
  const requests = planned.plan.add.filter(({ counts }) => counts);
  checkKnown(requests, [...leaveOut, ...postpone]);
  const unwanted = new Set(leaveOut.map(keyOf));
  const leftOut = requests.filter((each) => unwanted.has(keyOf(each)));
  if (leftOut.length === 0) return withPhases(planned, postpone);
  const chosen = new Set(
    requests.filter((each) => !unwanted.has(keyOf(each))).map(({ key }) => key),
  );
  // Planned again with the remaining requests, so that empty folders are left out.
  const rest = await loadPlan(tx, loan, 'add', {}, { chosen });
  await dismiss(tx, actor, rest, leftOut);
  return withPhases(rest, postpone);
}

/** Throws a conflict if the template was published again since the preview. */
function checkKnown(
  requests: readonly NeededRequest[],
  chosen: readonly RequestOfTemplate[],
): void {
  const keys = new Set(requests.map(keyOf));
  if (!chosen.every((each) => keys.has(keyOf(each)))) throw new ApiError('CONFLICT');
}

function withPhases(planned: Planned, postpone: Adjustments['postpone']): Planned {
  if (postpone.length === 0) return planned;
  const phases = new Map(postpone.map((each) => [keyOf(each), each.releasePhase]));
  const add = planned.plan.add.map((each) => {
    const phase = each.counts ? phases.get(keyOf(each)) : undefined;
    return phase === undefined ? each : { ...each, item: { ...each.item, release_phase: phase } };
  });
  return { ...planned, plan: { ...planned.plan, add } };
}
