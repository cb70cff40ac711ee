import type { Loan, PhaseCategory, PhaseWithTotals } from '@cairn/contract';

type Phase = Pick<PhaseWithTotals, 'id' | 'name' | 'category' | 'displayOrder'>;

/** The stages in the order of a loan's lifecycle. Phases are ordered within each stage. */
const STAGES: PhaseCategory[] = ['LEAD', 'ORIGINATION', 'PORTFOLIO', 'ARCHIVE'];
export const STAGE_NAMES: Record<PhaseCategory, string> = {
  LEAD: 'Leads',
  ORIGINATION: 'Origination',
  PORTFOLIO: 'Portfolio',
  ARCHIVE: 'Archive',
};

const inOrder = (phases: Phase[]): Phase[] =>
  phases.toSorted(
    (one, other) =>
      STAGES.indexOf(one.category) - STAGES.indexOf(other.category) ||
      one.displayOrder - other.displayOrder,
  );

/** The phase after the current one. Undefined if it is in the archive or the loan cannot move to its stage. */
export function nextPhase(phases: Phase[], loan: Loan): Phase | undefined {
  const all = inOrder(phases);
  const currentIndex = all.findIndex(({ id }) => id === loan.loanPhase.id);
  const next = all[currentIndex + 1];
  if (currentIndex === -1 || !next || next.category === 'ARCHIVE') return undefined;
  return loan.nextCategories.includes(next.category) ? next : undefined;
}

/** All other phases that the loan can move to, by stage. */
export function otherPhases(phases: Phase[], loan: Loan): [PhaseCategory, Phase[]][] {
  const open = inOrder(phases).filter(
    ({ id, category }) => id !== loan.loanPhase.id && loan.nextCategories.includes(category),
  );
  return [...Map.groupBy(open, ({ category }) => category)];
}

/** Phases that loans of one stage can move to together: those of the same stage, the next stage and the archive. */
export function phasesAhead(phases: Phase[], from: PhaseCategory): [PhaseCategory, Phase[]][] {
  const reachable = [from, STAGES[STAGES.indexOf(from) + 1], 'ARCHIVE'];
  const open = inOrder(phases).filter(({ category }) => reachable.includes(category));
  return [...Map.groupBy(open, ({ category }) => category)];
}

export interface Step extends Phase {
  state: 'done' | 'current' | 'ahead';
}

/** The phases of the loan's current stage, each marked as done, current or ahead. */
export function trackOf(phases: Phase[], loan: Loan): Step[] {
  const stage = inOrder(phases).filter(({ category }) => category === loan.loanPhase.category);
  const currentIndex = stage.findIndex(({ id }) => id === loan.loanPhase.id);
  return stage.map((phase, index) => ({
    ...phase,
    state: index === currentIndex ? 'current' : index < currentIndex ? 'done' : 'ahead',
  }));
}
