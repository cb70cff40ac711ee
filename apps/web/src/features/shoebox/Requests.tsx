import type { ShoeboxItem } from '@cairn/contract';
import { ActionIcon, Button } from '@mantine/core';
import { IconFileText, IconSearch, IconWand } from '@tabler/icons-react';
import { clsx } from 'clsx';
import { type DragEvent, useState } from 'react';
import { hint } from '../../kit/hint.ts';
import { Keys } from '../../kit/Keys.tsx';
import { FolderKindIcon } from '../elements/FolderKindIcon.tsx';
import { carriesItem } from './dragging.ts';
import type { Group, Target } from './requests.ts';
import classes from './Shoebox.module.css';

interface DropProps {
  dragging: boolean;
  onDrop: () => void;
}

/** A request that a dragged file can be let go on. */
function useDrop({ dragging, onDrop }: DropProps) {
  const [over, setOver] = useState(false);
  const handlers = {
    onDragOver: (event: DragEvent) => {
      if (!carriesItem(event)) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = 'move';
      setOver(true);
    },
    onDragLeave: (event: DragEvent<HTMLElement>) => {
      if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
    },
    onDrop: (event: DragEvent) => {
      if (!carriesItem(event)) return;
      event.preventDefault();
      setOver(false);
      onDrop();
    },
  };
  return { over: over && dragging, handlers };
}

interface SuggestionProps {
  item: ShoeboxItem;
  dragging: ShoeboxItem | null;
  onFile: (item: ShoeboxItem, elementId: string, title: string) => void;
}

/** Where the chosen file seems to belong, and why: one key files it there. */
export function Suggestion({ item, dragging, onFile }: SuggestionProps) {
  const { suggestion } = item;
  const { over, handlers } = useDrop({
    dragging: dragging !== null,
    onDrop: () =>
      dragging && suggestion && onFile(dragging, suggestion.elementId, suggestion.title),
  });
  if (!suggestion || !item.abilities.file) return null;
  const { elementId, title, entityName, reason } = suggestion;
  return (
    <section className={classes.suggestion} aria-label="Suggested">
      <h3>
        <IconWand size={15} stroke={1.9} aria-hidden />
        Suggested
      </h3>
      <div className={clsx(classes.suggested, over && classes.over)} {...handlers}>
        <IconFileText size={17} stroke={1.7} aria-hidden />
        <span className={classes.about}>
          <span className={classes.fileName}>{title}</span>
          {entityName && <span className={classes.from}>{entityName}</span>}
        </span>
        {over ? (
          <strong>Drop to file</strong>
        ) : (
          <Button
            size="compact-sm"
            onClick={() => onFile(item, elementId, title)}
            rightSection={<Keys keys="Enter" />}
          >
            File here
          </Button>
        )}
      </div>
      <p className={classes.reason}>{reason}</p>
    </section>
  );
}

interface RowProps {
  target: Target;
  suggested: boolean;
  dragging: ShoeboxItem | null;
  onFile: (item: ShoeboxItem, elementId: string, title: string) => void;
}

function RequestRow({ target: { element }, suggested, dragging, onFile }: RowProps) {
  const { over, handlers } = useDrop({
    dragging: dragging !== null,
    onDrop: () => dragging && onFile(dragging, element.id, element.title),
  });
  return (
    <li
      className={clsx(classes.request, over && classes.over)}
      data-suggested={suggested || undefined}
      aria-label={element.title}
      {...handlers}
    >
      <IconFileText size={16} stroke={1.7} aria-hidden />
      <span className={classes.cut}>{element.title}</span>
      {over && <strong>Drop to file</strong>}
    </li>
  );
}

interface RequestsProps {
  groups: Group[];
  item: ShoeboxItem | undefined;
  dragging: ShoeboxItem | null;
  onFile: (item: ShoeboxItem, elementId: string, title: string) => void;
  onFileTo: () => void;
}

/** What waits for a file: a file is dragged onto it, or filed by search. */
export function Requests({ groups, item, dragging, onFile, onFileTo }: RequestsProps) {
  const count = groups.reduce((sum, { targets }) => sum + targets.length, 0);
  return (
    <aside className={classes.requests} aria-label="Requested documents">
      <header className={classes.head}>
        <h2>Requested documents</h2>
        <span className={classes.count}>{count}</span>
        {item?.abilities.file && (
          <ActionIcon
            className={classes.end ?? ''}
            size={28}
            aria-label="File to a request by its name"
            onClick={onFileTo}
            {...hint('File to… (F)')}
          >
            <IconSearch size={16} stroke={1.7} aria-hidden />
          </ActionIcon>
        )}
      </header>
      <div className={classes.scrolls}>
        {item && <Suggestion {...{ item, dragging, onFile }} />}
        {count === 0 && <p className={classes.nothing}>Nothing is waited for on this loan.</p>}
        {groups.map(({ folder, targets }) => (
          <section key={folder.id} className={classes.group} aria-label={folder.title}>
            <h3>
              <FolderKindIcon type={folder.sherpaEntityType} size={16} />
              {folder.title}
            </h3>
            <ul>
              {targets.map((target) => (
                <RequestRow
                  key={target.element.id}
                  target={target}
                  suggested={item?.suggestion?.elementId === target.element.id}
                  {...{ dragging, onFile }}
                />
              ))}
            </ul>
          </section>
        ))}
      </div>
    </aside>
  );
}
