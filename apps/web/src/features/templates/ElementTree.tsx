import type { TemplateElement } from '@cairn/contract';
import { type DragEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { announce } from '../../kit/announce.ts';
import type { Place, Row } from './builderTree.ts';
import { ElementRow } from './ElementRow.tsx';
import classes from './ElementTree.module.css';
import { useFixedRows } from './useFixedRows.ts';

const ROW_HEIGHT = 38;

export interface TreeActions {
  create: (storageType: 'FILE' | 'FOLDER') => void;
  rename: (id: string, title: string | null) => void;
  startRename: (id: string) => void;
  indent: (id: string) => void;
  outdent: (id: string) => void;
  step: (id: string, step: 1 | -1) => void;
  remove: (id: string) => void;
  undo: () => void;
  move: (id: string, place: Place) => void;
  leave: () => void;
}

interface ElementTreeProps {
  label: string;
  rows: Row[];
  closed: ReadonlySet<string>;
  onToggle: (id: string, open?: boolean) => void;
  selected: string | null;
  onSelect: (id: string) => void;
  renaming: string | null;
  /** Absent: somebody who only reads. */
  actions?: TreeActions;
}

type Drop = { id: string; where: 'before' | 'inside' | 'after' } | null;

/** Above the middle before it, below behind it; the middle of a folder is the folder itself. */
function whereIn(event: DragEvent<HTMLElement>, element: TemplateElement) {
  const box = event.currentTarget.getBoundingClientRect();
  const part = (event.clientY - box.top) / box.height;
  if (element.storageType === 'FOLDER' && part > 0.25 && part < 0.75) return 'inside';
  return part < 0.5 ? 'before' : 'after';
}

function placeOf(rows: Row[], { id, where }: NonNullable<Drop>): Place | undefined {
  const element = rows.find((row) => row.element.templateElementId === id)?.element;
  if (!element) return undefined;
  if (where === 'inside') return { parentId: id, afterId: undefined };
  if (where === 'after') return { parentId: element.parentId, afterId: id };
  const siblings = rows.filter((row) => row.element.parentId === element.parentId);
  const at = siblings.findIndex((row) => row.element.templateElementId === id);
  return {
    parentId: element.parentId,
    afterId: siblings[at - 1]?.element.templateElementId ?? null,
  };
}

export function ElementTree(props: ElementTreeProps) {
  const { label, rows, closed, onToggle, selected, onSelect, renaming, actions } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const [dragged, setDragged] = useState<string | null>(null);
  const [drop, setDrop] = useState<Drop>(null);
  const at = rows.findIndex(({ element }) => element.templateElementId === selected);
  const reachable = at >= 0 ? selected : (rows[0]?.element.templateElementId ?? null);
  const sight = useFixedRows(scroller, { count: rows.length, height: ROW_HEIGHT });

  /** The row that is chosen by key is brought into view, and keeps the focus when the rows change. */
  const follow = useRef(false);
  useEffect(() => {
    if (!follow.current || at < 0) return undefined;
    sight.bringIntoView(at);
    if (renaming !== null) return undefined;
    const soon = requestAnimationFrame(() => {
      const row = scroller.current?.querySelector<HTMLElement>(`[data-id="${selected}"]`);
      row?.focus({ preventScroll: true });
    });
    // Whoever starts a title before that keeps the focus in it.
    return () => cancelAnimationFrame(soon);
    // The rows in sight change with every scroll; only a new choice is followed.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [at, selected, renaming]);

  const choose = (index: number) => {
    const row = rows[Math.min(Math.max(index, 0), rows.length - 1)];
    if (!row) return;
    follow.current = true;
    onSelect(row.element.templateElementId);
  };

  const walk = (event: KeyboardEvent, row: Row | undefined): (() => void) | undefined => {
    const id = row?.element.templateElementId ?? '';
    const isOpen = row !== undefined && row.children > 0 && !closed.has(id);
    const keys: Record<string, () => void> = {
      ArrowDown: () => choose(at + 1),
      ArrowUp: () => choose(at - 1),
      Home: () => choose(0),
      End: () => choose(rows.length - 1),
      ArrowRight: () => (isOpen ? choose(at + 1) : onToggle(id, true)),
      ArrowLeft: () => {
        if (isOpen) return onToggle(id, false);
        const parent = row?.element.parentId;
        choose(rows.findIndex(({ element }) => element.templateElementId === parent));
      },
    };
    return keys[event.key];
  };

  const edit = (event: KeyboardEvent, row: Row | undefined): (() => void) | undefined => {
    if (!actions) return undefined;
    const id = row?.element.templateElementId;
    const key = event.key.toLowerCase();
    if (event.altKey) {
      if (key === 'arrowup') return () => id && actions.step(id, -1);
      if (key === 'arrowdown') return () => id && actions.step(id, 1);
      return undefined;
    }
    if (event.metaKey || event.ctrlKey) return key === 'z' ? actions.undo : undefined;
    const keys: Record<string, () => void> = {
      n: () => actions.create(event.shiftKey ? 'FOLDER' : 'FILE'),
      tab: () => id && (event.shiftKey ? actions.outdent(id) : actions.indent(id)),
      enter: () => id && actions.startRename(id),
      f2: () => id && actions.startRename(id),
      delete: () => id && actions.remove(id),
      backspace: () => id && actions.remove(id),
      escape: actions.leave,
    };
    return keys[key];
  };

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const row = rows[at] ?? rows[0];
    const act = edit(event, row) ?? (event.altKey || event.metaKey ? undefined : walk(event, row));
    if (!act) return;
    event.preventDefault();
    follow.current = true;
    act();
  };

  const over = (row: Row) => (event: DragEvent<HTMLElement>) => {
    if (dragged === null || dragged === row.element.templateElementId) return;
    event.preventDefault();
    setDrop({ id: row.element.templateElementId, where: whereIn(event, row.element) });
  };
  const dropped = (event: DragEvent<HTMLElement>) => {
    event.preventDefault();
    const place = drop && placeOf(rows, drop);
    if (place && dragged && actions) {
      actions.move(dragged, place);
      announce('Moved');
    }
    setDragged(null);
    setDrop(null);
  };

  return (
    <div
      ref={scroller}
      className={classes.tree}
      role="tree"
      tabIndex={rows.length === 0 ? 0 : -1}
      aria-label={label}
      onKeyDown={onKeyDown}
    >
      <div className={classes.inner} role="none" style={{ height: sight.total }}>
        {rows.slice(sight.from, sight.to).map((row, index) => {
          const id = row.element.templateElementId;
          return (
            <ElementRow
              key={id}
              row={row}
              top={(sight.from + index) * ROW_HEIGHT}
              expanded={!closed.has(id)}
              selected={id === selected}
              reachable={id === reachable}
              drop={drop?.id === id ? drop.where : null}
              renaming={renaming === id}
              onRenamed={(title) => actions?.rename(id, title)}
              editable={actions !== undefined}
              handlers={{
                // Whoever comes by key or pointer has chosen the row.
                onFocus: () => id !== selected && onSelect(id),
                onClick: (event) => {
                  follow.current = false;
                  onSelect(id);
                  const onChevron = (event.target as Element).closest('[data-chevron]') !== null;
                  if (onChevron && row.children > 0) onToggle(id);
                },
                ...(actions && {
                  onDoubleClick: () => actions.startRename(id),
                  onDragStart: (event: DragEvent<HTMLElement>) => {
                    event.dataTransfer.effectAllowed = 'move';
                    event.dataTransfer.setData('text/plain', row.element.evaluatedTitle);
                    setDragged(id);
                  },
                  onDragOver: over(row),
                  onDragEnd: () => {
                    setDragged(null);
                    setDrop(null);
                  },
                  onDrop: dropped,
                }),
              }}
            />
          );
        })}
      </div>
    </div>
  );
}
