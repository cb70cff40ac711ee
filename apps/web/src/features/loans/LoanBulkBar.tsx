import type { PhaseCategory, PhaseWithTotals } from '@cairn/contract';
import { IconArrowRight } from '@tabler/icons-react';
import { announce } from '../../lib/announce.ts';
import { LazyMenu, menuLoadedBy } from '../../ui/LazyMenu.tsx';
import { deedClass, SelectionBar } from '../../ui/SelectionBar.tsx';
import { toast } from '../../lib/toast.ts';
import { useAction } from '../../lib/useAction.ts';
import type { BulkPhaseMenu } from './BulkPhaseMenu.tsx';
import { phasesAhead } from './moves.ts';
import type { Selection } from '../../lib/useRowSelection.ts';

const menu = menuLoadedBy<BulkPhaseMenu>(() => import('./BulkPhaseMenu.tsx'));

interface LoanBulkBarProps {
  selection: Selection;
  category: PhaseCategory;
  phases: PhaseWithTotals[];
}

/** Bulk actions on loans: all of them move to a phase, or none. */
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
