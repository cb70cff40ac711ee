import type { PhaseWithTotals } from '@cairn/contract';
import { messageOf } from '@cairn/contract/errors';
import { RELEASE_PHASES } from '@cairn/contract/template-terms';
import { Flex, Text, VisuallyHidden } from '@mantine/core';
import { IconDots, IconEyeOff, IconGripVertical } from '@tabler/icons-react';
import { type KeyboardEvent, useMemo, useState } from 'react';
import { type DropPart, useDraggable, useDropZone } from '../../lib/dragAndDrop.ts';
import { mergeRefs } from '../../lib/mergeRefs.ts';
import { LazyMenu, menuLoadedBy } from '../../ui/LazyMenu.tsx';
import { toast } from '../../lib/toast.ts';
import { hiddenPhases } from '../../lib/preferences.ts';
import { usePreference } from '../../lib/usePreference.ts';
import { NameField } from './NameField.tsx';
import classes from './PhaseBoard.module.css';
import type { PhaseEdits } from './usePhaseEdits.ts';

const menu = menuLoadedBy(() => import('./PhaseMenu.tsx'));

/** Drag type of a phase. */
export const PHASE = 'phase';

interface PhaseRowProps {
  phase: PhaseWithTotals;
  last: number;
  edits: PhaseEdits;
  mayEdit: boolean;
  /** Called when another phase is dropped before or after this one. */
  onDropPhase: (id: string, target: PhaseWithTotals, after: boolean) => void;
}

const halfAt = (ratio: number): DropPart => (ratio > 0.5 ? 'after' : 'before');

const loans = (count: number | null) => (count === null ? '' : count.toLocaleString('en-US'));

function useHidden(id: string) {
  const { value, set } = usePreference(hiddenPhases);
  const hidden = value.includes(id);
  return {
    hidden,
    toggle: () => set(hidden ? value.filter((each) => each !== id) : [...value, id]),
  };
}

export function PhaseRow({ phase, last, edits, mayEdit, onDropPhase }: PhaseRowProps) {
  const [renaming, setRenaming] = useState(false);
  const { hidden, toggle } = useHidden(phase.id);
  const gripId = `grip-${phase.id}`;
  const drag = useDraggable<HTMLLIElement>({
    enabled: mayEdit,
    item: () => ({ type: PHASE, ids: [phase.id] }),
    text: phase.name,
  });
  const drop = useDropZone<HTMLLIElement>({
    accepts: ({ type, ids }) => type === PHASE && !ids.includes(phase.id),
    onDrop: ({ ids }, part) => onDropPhase(ids[0] ?? '', phase, part === 'after'),
    partAt: halfAt,
  });
  const ref = useMemo(() => mergeRefs(drag.ref, drop.ref), [drag.ref, drop.ref]);

  const step = (event: KeyboardEvent) => {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (!event.altKey || by === undefined || !mayEdit) return;
    event.preventDefault();
    edits.move(phase, phase.category, phase.displayOrder + by);
    // Moving the row in the DOM removes the focus from it, so the grip is focused again.
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
    <li
      ref={ref}
      className={classes.row}
      data-edge={drop.over ?? undefined}
      data-dragged={drag.dragging || undefined}
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
        <Flex component="span" gap="s4" align="center" fz="meta" lh="meta" c="var(--ink-3)">
          <IconEyeOff size={13} stroke={1.7} aria-hidden /> Hidden
        </Flex>
      )}
      {phase.servicing && <span className={classes.releases}>In Servicing</span>}
      {phase.releases && (
        <span className={classes.releases}>Requests up to {RELEASE_PHASES[phase.releases]}</span>
      )}
      <Text component="span" inherit c="var(--ink-2)" ta="right" miw={32}>
        {loans(phase.loanCount)}
        <VisuallyHidden> loans</VisuallyHidden>
      </Text>
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
            onRelease: (releases) => edits.release(phase, releases),
            onService: (servicing) => edits.service(phase, servicing),
            onRemove: remove,
          }}
        >
          <IconDots size={15} stroke={1.7} aria-hidden />
        </LazyMenu>
      )}
    </li>
  );
}
