import type { PhaseCategory, PhaseWithTotals, PipelineSection } from '@cairn/contract';

export interface Section {
  key: PipelineSection;
  title: string;
  category: PhaseCategory;
  /** Limits the page to the phases in which the lender services loans. */
  servicing?: true;
  empty: string;
}

/** The pages of the pipeline. Servicing is not a phase category of its own; it is a part of the portfolio. */
const sections: Record<PipelineSection, Omit<Section, 'key'>> = {
  lead: { title: 'Leads', category: 'LEAD', empty: 'New inquiries appear here.' },
  origination: {
    title: 'Origination',
    category: 'ORIGINATION',
    empty: 'Loans you’re working on appear here.',
  },
  portfolio: { title: 'Portfolio', category: 'PORTFOLIO', empty: 'Closed loans appear here.' },
  servicing: {
    title: 'Servicing',
    category: 'PORTFOLIO',
    servicing: true,
    empty: 'Loans in a servicing phase appear here.',
  },
  archive: { title: 'Archive', category: 'ARCHIVE', empty: 'Archived loans appear here.' },
};

const isSection = (phase: string): phase is PipelineSection => Object.hasOwn(sections, phase);

export const sectionOf = (phase: string): Section | undefined =>
  isSection(phase) ? { key: phase, ...sections[phase] } : undefined;

export function phasesOf(section: Section, phases: PhaseWithTotals[]): PhaseWithTotals[] {
  return phases
    .filter(
      ({ category, servicing }) =>
        category === section.category && (servicing || !section.servicing),
    )
    .toSorted((one, other) => one.displayOrder - other.displayOrder);
}

/** The phases that have a card in the strip. A hidden phase still has a card while the list is filtered by it. */
export const cardsOf = <P extends { id: string }>(
  phases: P[],
  hidden: string[],
  chosen: string[],
): P[] => phases.filter(({ id }) => !hidden.includes(id) || chosen.includes(id));
