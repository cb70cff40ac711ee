import type { Element } from '@cairn/contract';
import {
  IconCheck,
  IconClockPlay,
  IconCopy,
  IconCornerUpLeft,
  IconEyeOff,
  IconFolderSymlink,
  IconShare,
  IconTrash,
  IconUserPlus,
  type Icon,
} from '@tabler/icons-react';
import { useDeferredValue, useMemo } from 'react';
import { deedClass, SelectionBar } from '../../ui/SelectionBar.tsx';
import { useStore } from '../../lib/store.ts';
import { type SelectionStore, selectionOf } from './selectionStore.ts';
import {
  isApprovable,
  isCopyable,
  isDecidable,
  isHeld,
  type ElementActions,
} from './useElementActions.ts';

export type Ask = 'reject' | 'move' | 'copy' | 'assign' | 'share' | 'copyAnswer';

interface BulkBarProps {
  choice: SelectionStore;
  byId: ReadonlyMap<string, Element>;
  actions: ElementActions;
  onAsk: (what: Ask, about: readonly Element[]) => void;
  onClear: () => void;
}

interface Deed {
  label: string;
  icon: Icon;
  /** Of the chosen, those it can be done to; none, and it is not offered. */
  to: readonly Element[];
  run: () => void;
}

/** There while something is ticked. The tick itself is drawn first. */
export function BulkBar({ choice, byId, ...props }: BulkBarProps) {
  const picked = useDeferredValue(useStore(choice));
  const chosen = useMemo(() => selectionOf(picked, byId), [picked, byId]);
  return chosen.length > 0 && <Deeds {...props} chosen={chosen} />;
}

interface DeedsProps extends Pick<BulkBarProps, 'actions' | 'onAsk' | 'onClear'> {
  chosen: readonly Element[];
}

function Deeds({ chosen, actions, onAsk, onClear }: DeedsProps) {
  const approvable = chosen.filter(isApprovable);
  const editable = chosen.filter(({ abilities }) => abilities.edit);
  const held = chosen.filter(isHeld);
  const run = (act: () => void) => () => {
    act();
    onClear();
  };
  const deeds: Deed[] = [
    {
      label: 'Approve',
      icon: IconCheck,
      to: approvable,
      run: run(() => actions.approve(approvable)),
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
      label: 'Release now',
      icon: IconClockPlay,
      to: held,
      run: run(() => actions.release(held)),
    },
    {
      label: 'Hide',
      icon: IconEyeOff,
      to: editable.filter(({ hidden }) => !hidden),
      run: run(() => actions.hide(editable, true)),
    },
    {
      label: 'Trash',
      icon: IconTrash,
      to: chosen.filter(({ abilities }) => abilities.trash),
      run: run(() => actions.trash(chosen.filter(({ abilities }) => abilities.trash))),
    },
  ];
  return (
    <SelectionBar label="Selected items" count={chosen.length} onClear={onClear}>
      {deeds
        .filter(({ to }) => to.length > 0)
        .map(({ label, icon: DeedIcon, run: act }) => (
          <button key={label} type="button" className={deedClass} onClick={act}>
            <DeedIcon size={16} stroke={1.7} aria-hidden />
            {label}
          </button>
        ))}
    </SelectionBar>
  );
}
