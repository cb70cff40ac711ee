import type { Element } from '@cairn/contract';
import {
  IconCheck,
  IconClockPlay,
  IconCopy,
  IconCornerUpLeft,
  IconDownload,
  IconEyeOff,
  IconFolderSymlink,
  IconShare,
  IconTrash,
  IconUserPlus,
  type Icon,
} from '@tabler/icons-react';
import { lazy, Suspense, useDeferredValue, useMemo, useState } from 'react';
import { actionClass, SelectionBar } from '../../ui/SelectionBar.tsx';
import { useStore } from '../../lib/store.ts';
import { type SelectionStore, selectionOf } from './selectionStore.ts';
import {
  isApprovable,
  isCopyable,
  isDecidable,
  isHeld,
  type ElementActions,
} from './useElementActions.ts';

const SelectionDialog = lazy(() => import('../exports/SelectionDialog.tsx'));

export type Ask = 'reject' | 'move' | 'copy' | 'assign' | 'share' | 'copyAnswer';

interface BulkBarProps {
  /** The loan's id if the viewer may download its files; otherwise undefined. */
  downloadsOf: string | undefined;
  choice: SelectionStore;
  byId: ReadonlyMap<string, Element>;
  actions: ElementActions;
  onAsk: (what: Ask, about: readonly Element[]) => void;
  onClear: () => void;
}

interface BulkAction {
  label: string;
  icon: Icon;
  /** The selected elements that the action applies to. If there are none, the action is not shown. */
  to: readonly Element[];
  run: () => void;
}

/** Shown while elements are selected. The selection is deferred so that the checkbox renders first. */
export function BulkBar({ choice, byId, downloadsOf, ...props }: BulkBarProps) {
  const selection = useDeferredValue(useStore(choice));
  const chosen = useMemo(() => selectionOf(selection, byId), [selection, byId]);
  const [downloaded, setDownloaded] = useState<readonly string[] | null>(null);
  const download = () => setDownloaded(chosen.map(({ id }) => id));
  return (
    <>
      {chosen.length > 0 && (
        <BulkActions {...props} chosen={chosen} onDownload={downloadsOf ? download : undefined} />
      )}
      <Suspense>
        {downloaded && downloadsOf && (
          <SelectionDialog
            loanId={downloadsOf}
            ids={downloaded}
            onClose={() => setDownloaded(null)}
          />
        )}
      </Suspense>
    </>
  );
}

interface BulkActionsProps extends Pick<BulkBarProps, 'actions' | 'onAsk' | 'onClear'> {
  chosen: readonly Element[];
  onDownload: (() => void) | undefined;
}

function BulkActions({ chosen, actions, onAsk, onClear, onDownload }: BulkActionsProps) {
  const approvable = chosen.filter(isApprovable);
  const editable = chosen.filter(({ abilities }) => abilities.edit);
  const heldElements = chosen.filter(isHeld);
  const runAndClear = (act: () => void) => () => {
    act();
    onClear();
  };
  const bulkActions: BulkAction[] = [
    {
      label: 'Approve',
      icon: IconCheck,
      to: approvable,
      run: runAndClear(() => actions.approve(approvable)),
    },
    {
      label: 'Reject',
      icon: IconCornerUpLeft,
      to: chosen.filter(isDecidable),
      run: () => onAsk('reject', chosen),
    },
    {
      label: 'Assign',
      icon: IconUserPlus,
      to: chosen.filter(({ abilities }) => abilities.assign),
      run: () => onAsk('assign', chosen),
    },
    { label: 'Share', icon: IconShare, to: editable, run: () => onAsk('share', chosen) },
    { label: 'Move', icon: IconFolderSymlink, to: editable, run: () => onAsk('move', chosen) },
    {
      label: 'Copy',
      icon: IconCopy,
      to: chosen.filter(isCopyable),
      run: () => onAsk('copy', chosen),
    },
    {
      label: 'Download',
      icon: IconDownload,
      to: onDownload ? chosen : [],
      run: () => onDownload?.(),
    },
    {
      label: 'Release now',
      icon: IconClockPlay,
      to: heldElements,
      run: runAndClear(() => actions.release(heldElements)),
    },
    {
      label: 'Hide',
      icon: IconEyeOff,
      to: editable.filter(({ hidden }) => !hidden),
      run: runAndClear(() => actions.hide(editable, true)),
    },
    {
      label: 'Trash',
      icon: IconTrash,
      to: chosen.filter(({ abilities }) => abilities.trash),
      run: runAndClear(() => actions.trash(chosen.filter(({ abilities }) => abilities.trash))),
    },
  ];
  return (
    <SelectionBar label="Selected items" count={chosen.length} onClear={onClear}>
      {bulkActions
        .filter(({ to }) => to.length > 0)
        .map(({ label, icon: BulkIcon, run: act }) => (
          <button key={label} type="button" className={actionClass} onClick={act}>
            <BulkIcon size={16} stroke={1.7} aria-hidden />
            {label}
          </button>
        ))}
    </SelectionBar>
  );
}
