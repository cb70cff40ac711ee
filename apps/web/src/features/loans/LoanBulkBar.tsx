import type { PhaseCategory, PhaseWithTotals } from '@cairn/contract';
import { IconArrowRight } from '@tabler/icons-react';
import { announce } from '../../kit/announce.ts';
import { LazyMenu, menuLoadedBy } from '../../kit/LazyMenu.tsx';
import { deedClass, SelectionBar } from '../../kit/SelectionBar.tsx';
import { toast } from '../../kit/toast.ts';
import { useAction } from '../../kit/useAction.ts';
import type { BulkPhaseMenu } from './BulkPhaseMenuBody.tsx';
import { phasesAhead } from './moves.ts';
import type { Selection } from './useSelection.ts';

const menu = menuLoadedBy<BulkPhaseMenu>(() => import('./BulkPhaseMenuBody.tsx'));

interface LoanBulkBarProps {
  selection: Selection;
  category: PhaseCategory;
  phases: PhaseWithTotals[];
}

/** What is done with several loans at once: they go to a phase together, or none of them goes. */
export default function LoanBulkBar({ selection, category, phases }: LoanBulkBarProps) {
  const { mutate } = useAction('setPhaseOfLoans');
  const moveTo = (phase: Pick<PhaseWithTotals, 'id' | 'name'>) =>
    mutate(
      { body: { id: phase.id, loanIds: selection.ids } },
      {
        onSuccess: ({ moved }) => {
          const loans = moved.length === 1 ? '1 loan' : `${moved.length} loans`;
          toast.success(`${loans} moved to ${phase.name}`);
          announce(`${loans} moved to ${phase.name}`);
          selection.clear();
        },
      },
    );
  return (
    <SelectionBar label="Selected loans" count={selection.count} onClear={selection.clear}>
      <LazyMenu
        menu={menu}
        className={deedClass}
        body={{ stages: phasesAhead(phases, category), onMove: moveTo }}
      >
        <IconArrowRight size={16} stroke={1.7} aria-hidden />
        Move to phase
      </LazyMenu>
    </SelectionBar>
  );
}
