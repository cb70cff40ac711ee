import { Button, Modal } from '@mantine/core';
import { IconArrowBackUp, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { EmptyState } from './EmptyState.tsx';
import classes from './Trash.module.css';

/** One thing in a trash, whatever it is. */
export interface Trashed {
  id: string;
  title: string;
  icon: ReactNode;
  /** In the columns between the name and what can be done. */
  cells: readonly ReactNode[];
  mayRestore: boolean;
  mayRemove: boolean;
}

interface TrashProps {
  title: string;
  /** The way back. */
  back: ReactNode;
  /** What stands here and for how long; said where nothing does. */
  text: string;
  columns: readonly string[];
  /** Undefined until they are known; then `notThere` stands in their place. */
  things: readonly Trashed[] | undefined;
  notThere: ReactNode;
  /** What goes with it for good. */
  warning: string;
  onRestore: (id: string) => void;
  onRemove: (id: string) => void;
}

interface RowProps extends Pick<TrashProps, 'onRestore'> {
  thing: Trashed;
  onAsk: (thing: Trashed) => void;
}

function Row({ thing, onRestore, onAsk }: RowProps) {
  const { id, title, icon, cells, mayRestore, mayRemove } = thing;
  return (
    <tr>
      <th scope="row">
        <span className={classes.name}>
          {icon}
          {title}
        </span>
      </th>
      {cells.map((cell, column) => (
        // The columns stay where they are.
        // eslint-disable-next-line react/no-array-index-key
        <td key={column}>{cell}</td>
      ))}
      <td className={classes.actions}>
        {mayRestore && (
          <Button
            variant="default"
            size="compact-sm"
            leftSection={<IconArrowBackUp size={14} stroke={1.7} aria-hidden />}
            aria-label={`Restore ${title}`}
            onClick={() => onRestore(id)}
          >
            Restore
          </Button>
        )}
        {mayRemove && (
          <Button
            variant="subtle"
            color="red"
            size="compact-sm"
            aria-label={`Delete ${title} for good`}
            onClick={() => onAsk(thing)}
          >
            Delete
          </Button>
        )}
      </td>
    </tr>
  );
}

/** What was thrown away: back to its place, or gone for good. */
export function Trash(props: TrashProps) {
  const { title, things, onRestore, onRemove } = props;
  const [asked, setAsked] = useState<Trashed | null>(null);
  const close = () => setAsked(null);
  return (
    <div className={classes.page}>
      <header className={classes.head}>
        {props.back}
        <h1>{title}</h1>
      </header>
      {!things && props.notThere}
      {things?.length === 0 && <EmptyState title="The trash is empty">{props.text}</EmptyState>}
      {things && things.length > 0 && (
        <table className={classes.table} aria-label={title}>
          <thead>
            <tr>
              {['Name', ...props.columns].map((column) => (
                <th key={column} scope="col">
                  {column}
                </th>
              ))}
              <th scope="col">
                <span className={classes.unseen}>Actions</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {things.map((thing) => (
              <Row key={thing.id} thing={thing} onRestore={onRestore} onAsk={setAsked} />
            ))}
          </tbody>
        </table>
      )}
      <Modal
        opened={asked !== null}
        onClose={close}
        title={`Delete ${asked?.title ?? ''}?`}
        size={420}
        padding={24}
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        <p>{props.warning}</p>
        <div className={classes.confirm}>
          <Button variant="subtle" onClick={close}>
            Cancel
          </Button>
          <Button
            color="red"
            leftSection={<IconTrash size={15} stroke={1.7} aria-hidden />}
            onClick={() => {
              if (asked) onRemove(asked.id);
              close();
            }}
          >
            Delete for good
          </Button>
        </div>
      </Modal>
    </div>
  );
}
