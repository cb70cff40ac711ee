import type { PhaseCategory, PhaseWithTotals } from '@cairn/contract';
import type { ReleasePhase } from '@cairn/contract/template-terms';

type Phases = readonly PhaseWithTotals[];
/** Predicts the list of phases as the server will return it. */
export type Edit = (phases: Phases) => PhaseWithTotals[];

export const CATEGORIES: readonly { category: PhaseCategory; title: string }[] = [
  { category: 'LEAD', title: 'Leads' },
  { category: 'ORIGINATION', title: 'Origination' },
  { category: 'PORTFOLIO', title: 'Portfolio' },
  { category: 'ARCHIVE', title: 'Archive' },
];

export const inCategory = (phases: Phases, category: PhaseCategory): PhaseWithTotals[] =>
  phases
    .filter((phase) => phase.category === category)
    .toSorted((one, other) => one.displayOrder - other.displayOrder);

const numberPhases = (phases: Phases): PhaseWithTotals[] =>
  CATEGORIES.flatMap(({ category }) =>
    inCategory(phases, category).map((phase, index) => ({ ...phase, displayOrder: index + 1 })),
  );

/** `place` counts from 1 among the other phases of the category. */
export const movePhase =
  (id: string, category: PhaseCategory, place: number): Edit =>
  (phases) => {
    const phase = phases.find((each) => each.id === id);
    if (!phase) return [...phases];
    const others = phases.filter((each) => each.id !== id);
    // The half places the phase between its two neighbors; the outer numberPhases makes the numbers whole.
    return numberPhases([
      ...numberPhases(others),
      { ...phase, category, displayOrder: place - 0.5 },
    ]);
  };

export const renamePhase =
  (id: string, name: string): Edit =>
  (phases) =>
    phases.map((phase) => (phase.id === id ? { ...phase, name } : phase));

export const setPhaseRelease =
  (id: string, releases: ReleasePhase | null): Edit =>
  (phases) =>
    phases.map((phase) => (phase.id === id ? { ...phase, releases } : phase));

export const setPhaseServicing =
  (id: string, servicing: boolean): Edit =>
  (phases) =>
    phases.map((phase) => (phase.id === id ? { ...phase, servicing } : phase));

export const removePhase =
  (id: string): Edit =>
  (phases) =>
    numberPhases(phases.filter((phase) => phase.id !== id));

export const addPhase =
  (phase: Pick<PhaseWithTotals, 'id' | 'name' | 'lenderId' | 'category'>): Edit =>
  (phases) =>
    numberPhases([
      ...phases,
      {
        ...phase,
        displayOrder: Infinity,
        releases: null,
        servicing: false,
        loanCount: 0,
        loanAmount: 0,
      },
    ]);

/** The place of a phase that is dropped before or after another phase. */
export function placeBeside(
  phases: Phases,
  dragged: string,
  target: { id: string; category: PhaseCategory },
  after: boolean,
): number {
  const others = inCategory(phases, target.category).filter(({ id }) => id !== dragged);
  const index = others.findIndex(({ id }) => id === target.id);
  return (index === -1 ? others.length : index) + (after && index !== -1 ? 2 : 1);
}
