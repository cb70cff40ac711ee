import { Text } from '@mantine/core';
import { clsx } from 'clsx';
import type { KeyboardEvent } from 'react';
import { announce } from '../../lib/announce.ts';
import type { Dragged, DropPart } from '../../lib/dragAndDrop.ts';
import { Tree, type TreeNode } from '../../ui/Tree.tsx';
import type { Place, Row } from './builderTree.ts';
import { ElementLine } from './ElementLine.tsx';
import classes from './ElementTree.module.css';

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
  /** Absent for users who can only view the template. */
  actions?: TreeActions;
}

/** Drag type of a row of the builder. */
const DRAGGED = 'template-element';

interface ElementNode extends TreeNode {
  row: Row;
}

/** The upper half of a row drops before it, the lower half after it. The middle of a folder drops into the folder. */
function partAt({ row }: ElementNode, ratio: number): DropPart {
  if (row.element.storageType === 'FOLDER' && ratio > 0.25 && ratio < 0.75) return 'inside';
  return ratio < 0.5 ? 'before' : 'after';
}

function placeOf(rows: Row[], { element }: Row, part: DropPart): Place {
  const id = element.templateElementId;
  if (part === 'inside') return { parentId: id, afterId: undefined };
  if (part === 'after') return { parentId: element.parentId, afterId: id };
  const siblings = rows.filter((row) => row.element.parentId === element.parentId);
  const at = siblings.findIndex((row) => row.element.templateElementId === id);
  return {
    parentId: element.parentId,
    afterId: siblings[at - 1]?.element.templateElementId ?? null,
  };
}

/** Column headings for sighted users only: each row has its own labels for assistive technology. */
export const ElementTreeHead = () => (
  <Text
    component="div"
    className={classes.head}
    size="meta"
    fw={500}
    h={34}
    pl={50}
    pr="lg"
    c="dimmed"
    aria-hidden
  >
    <span>Element</span>
    <span>Flags</span>
    <span>Priority</span>
  </Text>
);

export function ElementTree(props: ElementTreeProps) {
  const { label, rows, closed, onToggle, selected, onSelect, renaming, actions } = props;
  const nodes = rows.map((row): ElementNode => {
    const id = row.element.templateElementId;
    const expandable = row.element.storageType === 'FOLDER' && row.children > 0;
    return {
      id,
      parentId: row.element.parentId,
      level: row.level,
      expandable,
      expanded: expandable && !closed.has(id),
      row,
    };
  });

  const edit = (event: KeyboardEvent, id: string | undefined): (() => void) | undefined => {
    if (!actions) return undefined;
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

  return (
    <Tree<ElementNode>
      label={label}
      nodes={nodes}
      rowHeight={ROW_HEIGHT}
      className={classes.tree}
      rowClassName={({ row }) =>
        clsx(classes.row, row.element.storageType === 'FOLDER' && classes.folder)
      }
      selected={selected}
      followFocus
      onSelect={({ id }) => onSelect(id)}
      onToggle={({ id }, open) => onToggle(id, open)}
      onKey={(event, node) => edit(event, node?.id)}
      editing={renaming}
      {...(actions && {
        onDoubleClick: ({ id }: ElementNode) => actions.startRename(id),
        dragging: {
          item: ({ id, row }: ElementNode) => ({
            type: DRAGGED,
            ids: [id],
            text: row.element.evaluatedTitle,
          }),
        },
        dropping: {
          accepts: ({ type, ids }: Dragged, { id }: ElementNode) =>
            type === DRAGGED && !ids.includes(id),
          onDrop: ({ ids }: Dragged, { row }: ElementNode, part: DropPart) => {
            const [id] = ids;
            if (id === undefined) return;
            actions.move(id, placeOf(rows, row, part));
            announce('Moved');
          },
          partAt,
        },
      })}
    >
      {(node) => (
        <ElementLine
          node={node}
          row={node.row}
          renaming={renaming === node.id}
          onRenamed={(title) => actions?.rename(node.id, title)}
          editable={actions !== undefined}
        />
      )}
    </Tree>
  );
}
