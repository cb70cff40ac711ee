import { PHASE_CATEGORIES, type PhaseCategory } from '@cairn/contract';
import type { ReleasePhase } from '@cairn/contract/template-terms';

export interface PlacedPhase {
  id: string;
  name: string;
  category: PhaseCategory;
  displayOrder: number;
  /** Null: nothing more. Absent: the default. */
  releases?: ReleasePhase | null | undefined;
  servicing?: boolean | undefined;
}
export interface PhaseToPlace extends Omit<PlacedPhase, 'displayOrder'> {
  /** Current position; undefined for a phase that is new, or new in its category. */
  now?: number | undefined;
  /** Requested position. */
  newPosition?: number | undefined;
}

const LAST = Number.MAX_SAFE_INTEGER;

/**
 * Numbers the phases of every category from 1, without gaps. Those with a requested position get it; the others keep
 * their order around them. So if two people move different phases concurrently, both get what they requested, and
 * phases that one of them did not know about are kept.
 */
export function orderPhases(phases: readonly PhaseToPlace[]): PlacedPhase[] {
  return PHASE_CATEGORIES.flatMap((category) => {
    const here = phases.filter((phase) => phase.category === category);
    const order = here
      .filter(({ newPosition }) => newPosition === undefined)
      .toSorted((one, other) => (one.now ?? LAST) - (other.now ?? LAST));
    const moved = here
      .filter(({ newPosition }) => newPosition !== undefined)
      .toSorted((one, other) => one.newPosition! - other.newPosition!);
    for (const phase of moved) order.splice(phase.newPosition! - 1, 0, phase);
    return order.map(({ id, name, releases, servicing }, index) => ({
      id,
      name,
      category,
      displayOrder: index + 1,
      releases,
      servicing,
    }));
  });
}
