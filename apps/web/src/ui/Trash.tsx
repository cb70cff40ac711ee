import { Button, Group, Modal } from '@mantine/core';
import { IconArrowBackUp, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useMemo, useState } from 'react';
import { useRowSelection } from '../lib/useRowSelection.ts';
import { DataTable } from './DataTable.tsx';
import type { Column } from './dataTableTypes.ts';
import { RowTitle } from './RowTitle.tsx';
import { EmptyState } from './EmptyState.tsx';
import { Page, PageHeader } from './Page.tsx';
import { actionClass, SelectionBar } from './SelectionBar.tsx';

/** One removed item of any kind. */
export interface Trashed {
  id: string;
  title: string;
  icon: ReactNode;
  /** Cells between the name and the actions. */
  cells: readonly ReactNode[];
  mayRestore: boolean;
  mayRemove: boolean;
}

interface TrashProps {
  title: string;
  /** The link to the parent page. */
  back: ReactNode;
  /** What the trash contains and for how long; shown if the trash is empty. */
  text: string;
  columns: readonly string[];
  /** Undefined while loading; `notThere` is shown in the meantime. */
  things: readonly Trashed[] | undefined;
  notThere: ReactNode;
  /** Rendered above the list. */
  filters?: ReactNode;
  /** Whether the filters leave out some of the trash. */
  isFiltered?: boolean;
  /** Says what else a permanent deletion deletes. */
  warning: string;
  warningOfSeveral: string;
  /** The promise settles when all calls of the action are finished. */
  onRestore: (ids: readonly string[]) => Promise<unknown>;
  onRemove: (ids: readonly string[]) => Promise<unknown>;
  /** Called when the end of the list is near, to load more. */
  onNearEnd?: () => void;
}

const idOf = ({ id }: Trashed): string => id;
const titleOf = ({ title }: Trashed): string => title;
const isFree = ({ id, mayRestore, mayRemove }: Trashed, underWay: ReadonlySet<string>): boolean =>
  (mayRestore || mayRemove) && !underWay.has(id);
/** The maximum number of items that one call of either kind of trash accepts. */
const MAX_AT_ONCE = 100;
const NOTHING: readonly Trashed[] = [];

const namesOf = (things: readonly Trashed[]): string =>
  things.length === 1 ? things[0]!.title : `${things.length} items`;

interface ActionsProps {
  thing: Trashed;
  /** Whether the item is being restored or deleted. */
  isUnderWay: boolean;
  onRestore: (thing: Trashed) => void;
  onAsk: (thing: Trashed) => void;
}

function Actions({ thing, isUnderWay, onRestore, onAsk }: ActionsProps) {
  const { title, mayRestore, mayRemove } = thing;
  return (
    <>
      {mayRestore && (
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<IconArrowBackUp size={14} stroke={1.7} aria-hidden />}
          aria-label={`Restore ${title}`}
          disabled={isUnderWay}
          onClick={() => onRestore(thing)}
        >
          Restore
        </Button>
      )}
      {mayRemove && (
        <Button
          variant="subtle"
          size="compact-sm"
          aria-label={`Delete ${title} permanently`}
          disabled={isUnderWay}
          onClick={() => onAsk(thing)}
        >
          Delete
        </Button>
      )}
    </>
  );
}

const columnsOf = (
  columns: readonly string[],
  underWay: ReadonlySet<string>,
  handlers: Pick<ActionsProps, 'onRestore' | 'onAsk'>,
): Column<Trashed>[] => [
  {
    id: 'name',
    header: 'Name',
    rowHeader: true,
    phone: 'full',
    cell: (thing) => <RowTitle start={thing.icon} title={thing.title} />,
  },
  ...columns.map((header, index) => ({
    id: header,
    header,
    cell: (thing: Trashed) => thing.cells[index],
  })),
  {
    id: 'actions',
    header: 'Actions',
    headerHidden: true,
    width: 220,
    align: 'right',
    phone: 'full',
    cell: (thing) => <Actions thing={thing} isUnderWay={underWay.has(thing.id)} {...handlers} />,
  },
];

/** A list of removed items, which can be restored or permanently deleted. */
export function Trash(props: TrashProps) {
  const { title, things = NOTHING, onRestore, onRemove } = props;
  const [toDelete, setToDelete] = useState<readonly Trashed[] | null>(null);
  const close = () => setToDelete(null);
  /**
   * The items that are being restored or deleted. That can take up to 100 sequential calls, during which the items
   * cannot be selected or acted on again.
   */
  const [underWay, setUnderWay] = useState<ReadonlySet<string>>(new Set());
  const selectable = useMemo(
    () => things.filter((thing) => isFree(thing, underWay)).map(idOf),
    [things, underWay],
  );
  const selection = useRowSelection(selectable, MAX_AT_ONCE);
  const act = async (action: TrashProps['onRestore'], targets: readonly Trashed[]) => {
    const ids = targets.map(idOf).filter((id) => !underWay.has(id));
    if (ids.length === 0) return;
    if (ids.some(selection.has)) selection.clear();
    setUnderWay((before) => new Set([...before, ...ids]));
    try {
      await action(ids);
    } finally {
      setUnderWay((before) => new Set([...before].filter((id) => !ids.includes(id))));
    }
  };
  const columns = columnsOf(props.columns, underWay, {
    onRestore: (thing) => void act(onRestore, [thing]),
    onAsk: (thing) => setToDelete([thing]),
  });
  const selected = things.filter(({ id }) => selection.has(id));
  const restorable = selected.filter(({ mayRestore }) => mayRestore);
  const removable = selected.filter(({ mayRemove }) => mayRemove);
  /** Asks for confirmation to delete the selected items, or the row with the focus if none is selected. */
  const askAbout = (thing: Trashed) => {
    const targets = selected.length > 0 ? removable : [thing].filter(({ mayRemove }) => mayRemove);
    if (targets.length > 0) setToDelete(targets);
  };
  return (
    <Page width="list">
      <PageHeader back={props.back} title={title} />
      {props.filters}
      <DataTable
        label={title}
        frame="none"
        density="dense"
        rows={props.things}
        rowId={idOf}
        rowName={titleOf}
        columns={columns}
        selection={selectable.length > 0 ? selection : undefined}
        isSelectable={(thing) => isFree(thing, underWay)}
        keyboard={{
          keys: {
            x: ({ id }) => selection.toggle(id, false),
            Delete: askAbout,
            Escape: selection.clear,
          },
        }}
        {...(props.onNearEnd && { onNearEnd: props.onNearEnd })}
        fallback={props.notThere}
        empty={
          props.isFiltered ? (
            <EmptyState title="No results">Remove a filter to see more.</EmptyState>
          ) : (
            <EmptyState title="The trash is empty">{props.text}</EmptyState>
          )
        }
      />
      {selection.count > 0 && (
        <SelectionBar label="Selected items" count={selection.count} onClear={selection.clear}>
          {restorable.length > 0 && (
            <button
              type="button"
              className={actionClass}
              onClick={() => void act(onRestore, restorable)}
            >
              <IconArrowBackUp size={16} stroke={1.7} aria-hidden />
              {restorable.length < selected.length ? `Restore ${restorable.length}` : 'Restore'}
            </button>
          )}
          {removable.length > 0 && (
            <button type="button" className={actionClass} onClick={() => setToDelete(removable)}>
              <IconTrash size={16} stroke={1.7} aria-hidden />
              {removable.length < selected.length ? `Delete ${removable.length}` : 'Delete'}
            </button>
          )}
        </SelectionBar>
      )}
      <Modal
        opened={toDelete !== null}
        onClose={close}
        title={`Delete ${namesOf(toDelete ?? NOTHING)}?`}
        size={420}
      >
        <p>{toDelete && toDelete.length > 1 ? props.warningOfSeveral : props.warning}</p>
        <Group justify="flex-end" gap="xs" mt={20}>
          <Button variant="subtle" onClick={close}>
            Cancel
          </Button>
          <Button
            variant="danger"
            leftSection={<IconTrash size={15} stroke={1.7} aria-hidden />}
            onClick={() => {
              if (toDelete) void act(onRemove, toDelete);
              close();
            }}
          >
            Delete permanently
          </Button>
        </Group>
      </Modal>
    </Page>
  );
}
