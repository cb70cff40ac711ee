import type { PhaseWithTotals } from '@cairn/contract';
import { messageOf } from '@cairn/contract/errors';
import { VisuallyHidden } from '@mantine/core';
import { IconDots, IconEyeOff, IconGripVertical } from '@tabler/icons-react';
import { type DragEvent, type KeyboardEvent, useState } from 'react';
import { LazyMenu, menuLoadedBy } from '../../kit/LazyMenu.tsx';
import { toast } from '../../kit/toast.ts';
import { hiddenPhases } from '../settings/preferences.ts';
import { usePreference } from '../settings/usePreference.ts';
import { NameField } from './NameField.tsx';
import classes from './PhaseBoard.module.css';
import type { PhaseEdits } from './usePhaseEdits.ts';

const menu = menuLoadedBy(() => import('./PhaseMenuBody.tsx'));

export interface Dragging {
  /** The phase that is under way, and the edge of another that it would land at. */
  dragged: string | null;
  over: { id: string; after: boolean } | null;
  start: (id: string) => void;
  hover: (id: string, after: boolean) => void;
  drop: (target: PhaseWithTotals, after: boolean) => void;
  end: () => void;
}

interface PhaseRowProps {
  phase: PhaseWithTotals;
  last: number;
  edits: PhaseEdits;
  mayEdit: boolean;
  dragging: Dragging;
}

const isLowerHalf = (event: DragEvent<HTMLElement>): boolean => {
  const { top, height } = event.currentTarget.getBoundingClientRect();
  return event.clientY > top + height / 2;
};

const loans = (count: number | null) => (count === null ? '' : count.toLocaleString('en-US'));

function useHidden(id: string) {
  const { value, set } = usePreference(hiddenPhases);
  const hidden = value.includes(id);
  return {
    hidden,
    toggle: () => set(hidden ? value.filter((each) => each !== id) : [...value, id]),
  };
}

export function PhaseRow({ phase, last, edits, mayEdit, dragging }: PhaseRowProps) {
  const [renaming, setRenaming] = useState(false);
  const { hidden, toggle } = useHidden(phase.id);
  const gripId = `grip-${phase.id}`;
  const { dragged, over } = dragging;
  const edge = over?.id === phase.id && dragged !== phase.id && (over.after ? 'after' : 'before');

  const step = (event: KeyboardEvent) => {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (!event.altKey || by === undefined || !mayEdit) return;
    event.preventDefault();
    edits.move(phase, phase.category, phase.displayOrder + by);
    // A row that the page puts elsewhere would lose the focus.
    requestAnimationFrame(() => document.getElementById(gripId)?.focus());
  };
  const remove = () => {
    if ((phase.loanCount ?? 0) > 0) toast.error(messageOf('PHASE_IN_USE'));
    else edits.remove(phase);
  };

  if (renaming) {
    return (
      <li className={classes.row}>
        <NameField
          label={`New name of ${phase.name}`}
          initial={phase.name}
          onSave={(name) => {
            setRenaming(false);
            edits.rename(phase, name);
          }}
          onCancel={() => setRenaming(false)}
        />
      </li>
    );
  }
  return (
    // Dragging is the pointer's way; the grip and the menu are the keyboard's.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <li
      className={classes.row}
      data-edge={edge || undefined}
      data-dragged={dragged === phase.id || undefined}
      draggable={mayEdit}
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = 'move';
        event.dataTransfer.setData('text/plain', phase.name);
        dragging.start(phase.id);
      }}
      onDragOver={(event) => {
        if (dragged === null) return;
        event.preventDefault();
        dragging.hover(phase.id, isLowerHalf(event));
      }}
      onDrop={(event) => {
        event.preventDefault();
        dragging.drop(phase, isLowerHalf(event));
      }}
      onDragEnd={dragging.end}
    >
      {mayEdit && (
        <button
          id={gripId}
          type="button"
          className={classes.grip}
          aria-label={`${phase.name}, ${phase.displayOrder} of ${last}: move with Alt and the arrow keys`}
          onKeyDown={step}
          aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
        >
          <IconGripVertical size={15} stroke={1.7} aria-hidden />
        </button>
      )}
      <span className={classes.name} data-hidden={hidden || undefined}>
        {phase.name}
      </span>
      {hidden && (
        <span className={classes.hidden}>
          <IconEyeOff size={13} stroke={1.7} aria-hidden /> Hidden
        </span>
      )}
      <span className={classes.count}>
        {loans(phase.loanCount)}
        <VisuallyHidden> loans</VisuallyHidden>
      </span>
      {mayEdit && (
        <LazyMenu
          menu={menu}
          className={classes.more}
          label={`More for ${phase.name}`}
          body={{
            phase,
            last,
            hidden,
            onRename: () => setRenaming(true),
            onHide: toggle,
            onMove: (category, place) => edits.move(phase, category, place),
            onRemove: remove,
          }}
        >
          <IconDots size={15} stroke={1.7} aria-hidden />
        </LazyMenu>
      )}
    </li>
  );
}
