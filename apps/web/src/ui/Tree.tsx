import { IconChevronRight } from '@tabler/icons-react';
import { clsx } from 'clsx';
import {
  type ComponentProps,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { type Dragged, type DropPart, useDraggable, useDropZone } from '../lib/dragAndDrop.ts';
import { mergeRefs } from '../lib/mergeRefs.ts';
import { useFixedRows } from '../lib/useFixedRows.ts';
import classes from './Tree.module.css';

/** A line of the tree, in the order in which it is read; the contents of closed nodes are left out. */
export interface TreeNode {
  id: string;
  parentId: string | null;
  /** From 1, as aria-level has it. */
  level: number;
  expandable: boolean;
  expanded: boolean;
}

export interface TreeDragging<Node> {
  /** The object dragged from a line; null where it cannot be dragged. */
  item: (node: Node) => (Dragged & { text: string }) | null;
}

export interface TreeDropping<Node> {
  accepts: (item: Dragged, node: Node) => boolean;
  onDrop: (item: Dragged, node: Node, part: DropPart) => void;
  /** Absent where a line takes things only as a whole. */
  partAt?: (node: Node, ratio: number) => DropPart;
}

export interface TreeProps<Node extends TreeNode> {
  label: string;
  nodes: readonly Node[];
  rowHeight: number;
  selected: string | null;
  /** A click, Enter or Space; with `followFocus` also a step by an arrow key. */
  onSelect: (node: Node) => void;
  followFocus?: boolean;
  onToggle: (node: Node, open: boolean) => void;
  onDoubleClick?: (node: Node) => void;
  /** Keys beside those of every tree. */
  onKey?: (event: KeyboardEvent, node: Node | undefined) => (() => void) | undefined;
  /** The line whose title is being written: the tree leaves the focus in its field. */
  editing?: string | null;
  dragging?: TreeDragging<Node>;
  dropping?: TreeDropping<Node>;
  className?: string | undefined;
  rowClassName?: (node: Node) => string;
  /** The contents of a line, with its `TreeChevron`. */
  children: (node: Node) => ReactNode;
}

interface RowProps<Node extends TreeNode> extends Pick<
  TreeProps<Node>,
  'dragging' | 'dropping' | 'children'
> {
  node: Node;
  editing: boolean;
  attributes: ComponentProps<'div'> & { 'data-id': string };
}

function Row<Node extends TreeNode>(props: RowProps<Node>) {
  const { node, editing, dragging, dropping, attributes } = props;
  const item = dragging && !editing ? dragging.item(node) : null;
  const drag = useDraggable<HTMLDivElement>({
    enabled: item !== null,
    item: () => ({ type: item?.type ?? '', ids: item?.ids ?? [] }),
    text: item?.text ?? '',
  });
  const drop = useDropZone<HTMLDivElement>({
    accepts: (dragged) => dropping?.accepts(dragged, node) ?? false,
    onDrop: (dragged, part) => dropping?.onDrop(dragged, node, part),
    partAt: (ratio) => dropping?.partAt?.(node, ratio) ?? 'inside',
  });
  const ref = useMemo(() => mergeRefs(drag.ref, drop.ref), [drag.ref, drop.ref]);
  return (
    <div ref={ref} data-drop={drop.over ?? undefined} {...attributes}>
      {props.children(node)}
    </div>
  );
}

/** One tree for folders and templates: roving tabindex, the keys of the ARIA pattern, only the lines in sight. */
export function Tree<Node extends TreeNode>(props: TreeProps<Node>) {
  const { nodes, rowHeight, selected, onSelect, followFocus = false, onToggle } = props;
  const { editing = null } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const [focused, setFocused] = useState(selected);
  const indexById = useMemo(() => new Map(nodes.map((node, index) => [node.id, index])), [nodes]);
  // One line takes the Tab key: the last one used, else the selected one, else the first.
  const current = followFocus ? [selected] : [focused, selected];
  const reachable = current.find((id) => id !== null && indexById.has(id)) ?? nodes[0]?.id;
  const at = indexById.get(reachable ?? '') ?? -1;
  const sight = useFixedRows(scroller, { count: nodes.length, height: rowHeight });

  /** The line that a key went to is brought into view, and keeps the focus when the lines change. */
  const follow = useRef(false);
  useEffect(() => {
    if (!follow.current || at < 0) return undefined;
    sight.bringIntoView(at);
    if (editing !== null) return undefined;
    const focusRow = (): boolean => {
      const row = scroller.current?.querySelector<HTMLElement>(
        `[data-id="${CSS.escape(reachable ?? '')}"]`,
      );
      row?.focus({ preventScroll: true });
      return row !== undefined && row !== null;
    };
    // At once: a key that is pressed before the next frame is for this line too.
    if (focusRow()) return undefined;
    // Scrolled to, but not drawn yet.
    const soon = requestAnimationFrame(focusRow);
    // A title that is opened before that keeps the focus in its field.
    return () => cancelAnimationFrame(soon);
    // The lines in sight change with every scroll; only a new focus is followed.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [at, reachable, editing]);

  const goTo = (index: number) => {
    const node = nodes[Math.min(Math.max(index, 0), nodes.length - 1)];
    if (!node) return;
    follow.current = true;
    setFocused(node.id);
    if (followFocus) onSelect(node);
  };
  /** Inwards: a closed node opens, an open one leads to its first line. */
  const goIn = (node: Node) => {
    if (node.expandable && node.expanded) goTo(at + 1);
    else if (node.expandable) onToggle(node, true);
  };
  const goOut = (node: Node) => {
    if (node.expandable && node.expanded) onToggle(node, false);
    else if (node.parentId !== null) goTo(indexById.get(node.parentId) ?? at);
  };
  const walk = (event: KeyboardEvent, node: Node | undefined): (() => void) | undefined => {
    if (!node || event.metaKey || event.ctrlKey || event.altKey) return undefined;
    const keys: Record<string, () => void> = {
      ArrowDown: () => goTo(at + 1),
      ArrowUp: () => goTo(at - 1),
      Home: () => goTo(0),
      End: () => goTo(nodes.length - 1),
      ArrowRight: () => goIn(node),
      ArrowLeft: () => goOut(node),
      ...(!followFocus && { Enter: () => onSelect(node), ' ': () => onSelect(node) }),
    };
    return keys[event.key];
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const node = nodes[at];
    const act = props.onKey?.(event, node) ?? walk(event, node);
    if (!act) return;
    event.preventDefault();
    follow.current = true;
    act();
  };
  const click = (node: Node) => (event: MouseEvent<HTMLElement>) => {
    follow.current = false;
    setFocused(node.id);
    const onChevron = (event.target as Element).closest('[data-chevron]') !== null;
    const toggles = onChevron && node.expandable;
    if (toggles) onToggle(node, !node.expanded);
    if (!toggles || followFocus) onSelect(node);
  };

  return (
    <div
      ref={scroller}
      className={clsx(classes.tree, props.className)}
      role="tree"
      tabIndex={nodes.length === 0 ? 0 : -1}
      aria-label={props.label}
      onKeyDown={onKeyDown}
    >
      <div className={classes.inner} role="none" style={{ height: sight.total }}>
        {nodes.slice(sight.from, sight.to).map((node, index) => (
          <Row
            key={node.id}
            node={node}
            editing={editing === node.id}
            {...(props.dragging && { dragging: props.dragging })}
            {...(props.dropping && { dropping: props.dropping })}
            attributes={{
              role: 'treeitem',
              'data-id': node.id,
              className: clsx(classes.row, props.rowClassName?.(node)),
              style: {
                height: rowHeight,
                transform: `translateY(${(sight.from + index) * rowHeight}px)`,
              },
              'aria-level': node.level,
              'aria-selected': node.id === selected,
              ...(node.expandable && { 'aria-expanded': node.expanded }),
              tabIndex: node.id === reachable ? 0 : -1,
              onClick: click(node),
              onDoubleClick: () => props.onDoubleClick?.(node),
              onFocus: () => {
                if (followFocus && node.id !== selected) onSelect(node);
              },
            }}
          >
            {props.children}
          </Row>
        ))}
      </div>
    </div>
  );
}

/** Opens and closes its line. */
export function TreeChevron({ node }: { node: TreeNode }) {
  return (
    <span className={classes.chevron} data-open={node.expanded || undefined} data-chevron>
      {node.expandable && <IconChevronRight size={13} stroke={2} aria-hidden />}
    </span>
  );
}
