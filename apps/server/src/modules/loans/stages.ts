import { PHASE_CATEGORIES, type PhaseCategory } from '@cairn/contract';
import type { Authorized } from '../../platform/authorize.ts';
import { ApiError } from '../../platform/api-error.ts';

export interface Stage {
  phase_category: PhaseCategory;
  /** The stage before the loan was archived, if known. */
  archived_from: PhaseCategory | null;
}

/** The order of a loan's stages is that of PHASE_CATEGORIES: docs/spec/decisions.md, F.1. */
const before = (category: PhaseCategory): PhaseCategory | undefined =>
  PHASE_CATEGORIES[PHASE_CATEGORIES.indexOf(category) - 1];
const after = (category: PhaseCategory): PhaseCategory | undefined =>
  PHASE_CATEGORIES[PHASE_CATEGORIES.indexOf(category) + 1];

/**
 * Stages that a loan may move to: its own, the next one, and the archive. With `mayTakeBack` (company owners) also
 * one stage back, and from the archive to the stage before it.
 */
export function nextCategories(
  { phase_category, archived_from }: Stage,
  mayTakeBack: boolean,
): PhaseCategory[] {
  const back =
    phase_category === 'ARCHIVE' ? (archived_from ?? 'PORTFOLIO') : before(phase_category);
  const reachable = [phase_category, after(phase_category), 'ARCHIVE', mayTakeBack && back];
  return PHASE_CATEGORIES.filter((category) => reachable.includes(category));
}

export function atStage(
  loan: Authorized<'edit', Stage>,
  to: PhaseCategory,
  mayTakeBack: boolean,
): Stage {
  if (!nextCategories(loan, mayTakeBack).includes(to)) throw new ApiError('PHASE_NOT_NEXT');
  const archived = to === 'ARCHIVE' && loan.phase_category !== 'ARCHIVE';
  if (archived) return { phase_category: to, archived_from: loan.phase_category };
  return { phase_category: to, archived_from: to === 'ARCHIVE' ? loan.archived_from : null };
}
