import type { PhaseCategory, PhaseWithTotals } from '@cairn/contract';
import { IconArchive, IconArrowRight, IconUserPlus } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { announce } from '../../lib/announce.ts';
import { LazyMenu, menuLoadedBy } from '../../ui/LazyMenu.tsx';
import { actionClass, SelectionBar } from '../../ui/SelectionBar.tsx';
import { toast } from '../../lib/toast.ts';
import { useAction } from '../../lib/useAction.ts';
import { addOfficer } from './addOfficer.ts';
import type { BulkOfficerMenu } from './BulkOfficerMenu.tsx';
import type { BulkPhaseMenu } from './BulkPhaseMenu.tsx';
import { phasesAhead } from './moves.ts';
import type { Selection } from '../../lib/useRowSelection.ts';

const menu = menuLoadedBy<BulkPhaseMenu>(() => import('./BulkPhaseMenu.tsx'));
const officerMenu = menuLoadedBy<BulkOfficerMenu>(() => import('./BulkOfficerMenu.tsx'));
const ConfirmDialog = lazy(async () => ({
  default: (await import('../../ui/ConfirmDialog.tsx')).ConfirmDialog,
}));

const loanCount = (count: number): string => (count === 1 ? '1 loan' : `${count} loans`);

type Phase = Pick<PhaseWithTotals, 'id' | 'name'>;

interface LoanBulkBarProps {
  selection: Selection;
  category: PhaseCategory;
  phases: PhaseWithTotals[];
}

/** Bulk actions on loans. A move applies to all selected loans or to none. Archiving asks for confirmation. */
export default function LoanBulkBar({ selection, category, phases }: LoanBulkBarProps) {
  const { mutate } = useAction('setPhaseOfLoans');
  const [archivedAs, setArchivedAs] = useState<Phase | null>(null);
  const stages = phasesAhead(phases, category);
  const ahead = stages.filter(([stage]) => stage !== 'ARCHIVE' || category === 'ARCHIVE');
  const archive = stages.filter(([stage]) => stage === 'ARCHIVE' && category !== 'ARCHIVE');
  const moveTo = (phase: Phase) =>
    mutate(
      { body: { id: phase.id, loanIds: selection.ids } },
      {
        onSuccess: ({ moved }) => {
          const loans = loanCount(moved.length);
          toast.success(`${loans} moved to ${phase.name}`);
          announce(`${loans} moved to ${phase.name}`);
          selection.clear();
        },
      },
    );
  return (
    <SelectionBar label="Selected loans" count={selection.count} onClear={selection.clear}>
      <LazyMenu menu={menu} className={actionClass} body={{ stages: ahead, onMove: moveTo }}>
        <IconArrowRight size={16} stroke={1.7} aria-hidden />
        Move to phase
      </LazyMenu>
      <LazyMenu
        menu={officerMenu}
        className={actionClass}
        body={{
          onAdd: (officer) => {
            void addOfficer(selection.ids, officer);
            selection.clear();
          },
        }}
      >
        <IconUserPlus size={16} stroke={1.7} aria-hidden />
        Add officer
      </LazyMenu>
      {archive.length > 0 && (
        <LazyMenu
          menu={menu}
          className={actionClass}
          body={{ stages: archive, onMove: setArchivedAs }}
        >
          <IconArchive size={16} stroke={1.7} aria-hidden />
          Archive
        </LazyMenu>
      )}
      <Suspense>
        {archivedAs && (
          <ConfirmDialog
            title={`Archive ${loanCount(selection.count)}?`}
            confirm="Archive"
            danger={false}
            onConfirm={() => {
              moveTo(archivedAs);
              setArchivedAs(null);
            }}
            onClose={() => setArchivedAs(null)}
          >
            {selection.count === 1
              ? 'It leaves the pipeline and moves'
              : 'They leave the pipeline and move'}{' '}
            to “{archivedAs.name}” in the archive.
          </ConfirmDialog>
        )}
      </Suspense>
    </SelectionBar>
  );
}
