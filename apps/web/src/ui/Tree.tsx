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

/** A visible row of the tree, in display order. The contents of closed nodes are left out. */
export interface TreeNode {
  id: string;
  parentId: string | null;
  /** Starts at 1, as aria-level requires. */
  level: number;
  expandable: boolean;
  expanded: boolean;
}

export interface TreeDragging<Node> {
  /** The object that is dragged when a drag starts at this row; null if the row cannot be dragged. */
  item: (node: Node) => (Dragged & { text: string }) | null;
}

export interface TreeDropping<Node> {
  accepts: (item: Dragged, node: Node) => boolean;
  onDrop: (item: Dragged, node: Node, part: DropPart) => void;
  /** Absent if items can only be dropped on a row as a whole and not before or after it. */
  partAt?: (node: Node, ratio: number) => DropPart;
}

export interface TreeProps<Node extends TreeNode> {
  label: string;
  nodes: readonly Node[];
  rowHeight: number;
  selected: string | null;
  /** Called on a click, Enter or Space, and with `followFocus` also when an arrow key moves the focus. */
  onSelect: (node: Node) => void;
  followFocus?: boolean;
  onToggle: (node: Node, open: boolean) => void;
  onDoubleClick?: (node: Node) => void;
  /** Handles keys in addition to those that every tree handles. */
  onKey?: (event: KeyboardEvent, node: Node | undefined) => (() => void) | undefined;
  /** The row whose title is being edited. The tree does not move the focus out of the row's text field. */
  editing?: string | null;
  dragging?: TreeDragging<Node>;
  dropping?: TreeDropping<Node>;
  className?: string | undefined;
  rowClassName?: (node: Node) => string;
  /** The contents of a row, including its `TreeChevron`. */
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

/**
 * The tree for folders and templates. It uses a roving tabindex and the keys of the ARIA tree pattern, and it renders
 * only the visible rows.
 */
export function Tree<Node extends TreeNode>(props: TreeProps<Node>) {
  const { nodes, rowHeight, selected, onSelect, followFocus = false, onToggle } = props;
  const { editing = null } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const [focused, setFocused] = useState(selected);
  const indexById = useMemo(() => new Map(nodes.map((node, index) => [node.id, index])), [nodes]);
  // One row is reachable with the Tab key: the last one used, else the selected one, else the first.
  const current = followFocus ? [selected] : [focused, selected];
  const reachable = current.find((id) => id !== null && indexById.has(id)) ?? nodes[0]?.id;
  const at = indexById.get(reachable ?? '') ?? -1;
  const sight = useFixedRows(scroller, { count: nodes.length, height: rowHeight });

  /**
   * Set after a key press: the row that the key moved to is scrolled into view and keeps the focus when the rows
   * change.
   */
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
    // The focus moves at once, because a key that is pressed before the next frame applies to this row too.
    if (focusRow()) return undefined;
    // The row was scrolled into view but is not rendered yet.
    const soon = requestAnimationFrame(focusRow);
    // If a title is opened for editing before that frame, the focus stays in its text field.
    return () => cancelAnimationFrame(soon);
    // The visible rows change with every scroll, and only a new focus must be followed.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [at, reachable, editing]);

  const goTo = (index: number) => {
    const node = nodes[Math.min(Math.max(index, 0), nodes.length - 1)];
    if (!node) return;
    follow.current = true;
    setFocused(node.id);
    if (followFocus) onSelect(node);
  };
  /** Opens a closed node, or moves from an open node to its first child. */
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

/** Opens and closes the node of its row. */
export function TreeChevron({ node }: { node: TreeNode }) {
  return (
    <span className={classes.chevron} data-open={node.expanded || undefined} data-chevron>
      {node.expandable && <IconChevronRight size={13} stroke={2} aria-hidden />}
    </span>
  );
}
