/** The lender's changes to the requests of a template while a loan is created. */
import type { PlannedRequest } from '@cairn/contract';
import { RELEASE_PHASE_CODES, type ReleasePhase } from '@cairn/contract/template-terms';
import type { Request } from '../../lib/client.ts';

export interface Adjustment {
  leftOut: boolean;
  /** Null means that the request is visible from the start. */
  releasePhase: ReleasePhase | null;
}

/** By request; requests without an entry stay as the template defines them. */
export type Adjustments = Readonly<Record<string, Adjustment>>;

const keyOf = ({ templateElementId, repeat }: PlannedRequest): string =>
  `${templateElementId} ${repeat}`;

export const adjustmentOf = (adjustments: Adjustments, request: PlannedRequest): Adjustment =>
  adjustments[keyOf(request)] ?? { leftOut: false, releasePhase: request.releasePhase };

export const adjust = (
  adjustments: Adjustments,
  request: PlannedRequest,
  changed: Partial<Adjustment>,
): Adjustments => ({
  ...adjustments,
  [keyOf(request)]: { ...adjustmentOf(adjustments, request), ...changed },
});

export const countLeftOut = (
  adjustments: Adjustments,
  requests: readonly PlannedRequest[],
): number => requests.filter((request) => adjustmentOf(adjustments, request).leftOut).length;

/** Number of requests by release phase, in the order of the phases, starting with those requested from the start. */
export function countByPhase(
  adjustments: Adjustments,
  requests: readonly PlannedRequest[],
): { phase: ReleasePhase | null; count: number }[] {
  const adjusted = requests.map((request) => adjustmentOf(adjustments, request));
  return [null, ...RELEASE_PHASE_CODES]
    .map((phase) => ({
      phase,
      count: adjusted.filter((each) => !each.leftOut && each.releasePhase === phase).length,
    }))
    .filter(({ count }) => count > 0);
}

type NewLoanRequest = Request<'createFromTemplate'>['body'];

/** Sends only adjustments of requests in the current plan: changes to the loan can remove adjusted requests from it. */
export function adjustmentsToSend(
  adjustments: Adjustments,
  requests: readonly PlannedRequest[],
): Pick<NewLoanRequest, 'leaveOut' | 'postpone'> {
  const all = requests.map((request) => ({
    request: { templateElementId: request.templateElementId, repeat: request.repeat },
    before: request.releasePhase,
    now: adjustmentOf(adjustments, request),
  }));
  return {
    leaveOut: all.filter(({ now }) => now.leftOut).map(({ request }) => request),
    postpone: all
      .filter(({ now, before }) => !now.leftOut && now.releasePhase !== before)
      .map(({ request, now }) => ({ ...request, releasePhase: now.releasePhase })),
  };
}
