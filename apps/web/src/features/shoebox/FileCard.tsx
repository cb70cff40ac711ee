import type { ShoeboxItem } from '@cairn/contract';
import { IconGripVertical, IconWand } from '@tabler/icons-react';
import { clsx } from 'clsx';
import { type DragEvent, useState } from 'react';
import { formatModified } from '../../format/dates.ts';
import { withoutExtension } from '../../format/names.ts';
import { formatSize } from '../../format/sizes.ts';
import { useNow } from '../../kit/clock.ts';
import { StatusChip } from '../../kit/StatusChip.tsx';
import { FileKind } from '../documents/FileKind.tsx';
import { DRAGGED } from './dragging.ts';
import { scanStatus, senderOf } from './itemStatus.ts';
import classes from './Shoebox.module.css';

interface FileCardProps {
  item: ShoeboxItem;
  chosen: boolean;
  onChoose: () => void;
  onDragging: (item: ShoeboxItem | null) => void;
}

function Suggested({ item }: { item: ShoeboxItem }) {
  const status = scanStatus(item);
  if (status) return <StatusChip {...status} />;
  if (!item.suggestion) return <span className={classes.noMatch}>No match yet</span>;
  return (
    <span className={classes.match} title={item.suggestion.reason}>
      <IconWand size={13} stroke={1.9} aria-hidden />
      <span>{item.suggestion.title}</span>
    </span>
  );
}

/** What follows the pointer: the file itself, not a picture of its whole row. */
function drag(event: DragEvent<HTMLElement>, item: ShoeboxItem): void {
  event.dataTransfer.setData(DRAGGED, item.id);
  event.dataTransfer.effectAllowed = 'move';
  const ghost = event.currentTarget.querySelector<HTMLElement>('[data-ghost]');
  if (ghost) event.dataTransfer.setDragImage(ghost, 16, 16);
}

/** A file that waits: what it is called, from whom, and where it seems to belong. */
export function FileCard({ item, chosen, onChoose, onDragging }: FileCardProps) {
  const now = useNow();
  const [dragged, setDragged] = useState(false);
  const name = withoutExtension(item.title);
  return (
    // Not the button: some browsers drag none, and there the grip beside it is taken hold of. F does the same.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <li
      className={classes.place}
      draggable={item.abilities.file}
      onDragStart={(event) => {
        drag(event, item);
        setDragged(true);
        onDragging(item);
      }}
      onDragEnd={() => {
        setDragged(false);
        onDragging(null);
      }}
    >
      <button
        type="button"
        className={clsx(classes.card, dragged && classes.dragged)}
        aria-current={chosen || undefined}
        data-shoebox-item={item.id}
        onClick={onChoose}
      >
        <span className={classes.thumb} aria-hidden>
          <FileKind name={item.document.name} />
        </span>
        <span className={classes.about}>
          <span className={classes.fileName} data-ghost>
            {item.newFile && <span className={classes.isNew} title="New" />}
            <span className={classes.cut}>{name}</span>
            <span className={classes.size}>{formatSize(item.document.size)}</span>
          </span>
          <span className={classes.from}>
            {senderOf(item)}, {formatModified(item.createdDate, now)}
          </span>
          <Suggested item={item} />
        </span>
      </button>
      {item.abilities.file && (
        <IconGripVertical className={classes.grip ?? ''} size={16} stroke={1.7} aria-hidden />
      )}
    </li>
  );
}
