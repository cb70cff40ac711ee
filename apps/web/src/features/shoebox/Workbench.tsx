import type { Loan, ShoeboxItem } from '@cairn/contract';
import { DESKTOP_BREAKPOINT_PX } from '@cairn/contract/constants';
import { Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconFolderShare, IconWand } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { routes } from '../../app/routes.ts';
import { EmptyState } from '../../kit/EmptyState.tsx';
import { NotThere } from '../../kit/NotThere.tsx';
import { FileCard } from './FileCard.tsx';
import { Preview } from './Preview.tsx';
import { Requests, Suggestion } from './Requests.tsx';
import classes from './Shoebox.module.css';
import { DropHere, Uploading } from './Uploading.tsx';
import type { Place } from './uploads.ts';
import { useFileDrop } from './useFileDrop.ts';
import { markSeen } from './useFiling.ts';
import { type LoanShoebox, suggestionOf } from './useShoebox.ts';
import { useShoeboxKeys } from './useShoeboxKeys.ts';

const FileToDialog = lazy(() => import('./FileToDialog.tsx'));
const RenameDialog = lazy(() => import('./RenameDialog.tsx'));

/** Looked at for so long, it is no longer new. */
const SEEN_AFTER_MS = 1200;

function useSeen(item: ShoeboxItem | undefined): void {
  const fresh = item?.newFile && item.abilities.edit ? item : undefined;
  const latest = useRef(fresh);
  useEffect(() => {
    latest.current = fresh;
  });
  const id = fresh?.id;
  useEffect(() => {
    if (id === undefined) return undefined;
    const timer = setTimeout(() => latest.current && void markSeen(latest.current), SEEN_AFTER_MS);
    return () => clearTimeout(timer);
  }, [id]);
}

interface WorkbenchProps {
  loan: Loan;
  me: string;
  place: Place;
  shoebox: LoanShoebox;
  /** The item that the address names. */
  itemId: string | undefined;
  onItem: (id: string | undefined) => void;
}

type Question = 'fileTo' | 'rename';

/** Files at the left, the chosen one before one's eyes, what it could answer at the right. */
export function Workbench({ loan, me, place, shoebox, itemId, onItem }: WorkbenchProps) {
  const { list, items = [], groups, open, filing, dragging, setDragging } = shoebox;
  const { suggested, fileSuggested } = shoebox;
  const { over, handlers } = useFileDrop(me, place);
  const [question, setQuestion] = useState<Question>();
  const named = items.find(({ id }) => id === itemId);
  // Where there is room for one pane only, nobody looks at a file that they did not choose.
  const wide = useMediaQuery(`(width >= ${DESKTOP_BREAKPOINT_PX}px)`, true, {
    getInitialValueInEffect: false,
  });
  const item = named ?? (wide ? items[0] : undefined);
  useSeen(item);

  /** What follows it is next; from the last one, what stands before it. */
  const after = (gone: ShoeboxItem): string | undefined => {
    const at = items.findIndex(({ id }) => id === gone.id);
    return (items[at + 1] ?? items[at - 1])?.id;
  };
  const leave = (gone: ShoeboxItem, act: () => void) => {
    const next = gone.id === item?.id ? after(gone) : item?.id;
    act();
    setQuestion(undefined);
    onItem(next);
  };
  const file = (one: ShoeboxItem, elementId: string, title: string, replace = false) =>
    leave(one, () => filing.file([{ item: one, elementId, title, replace }]));
  const trash = (one: ShoeboxItem) => leave(one, () => filing.throwAway(one));

  const step = (by: 1 | -1) => {
    const at = items.findIndex(({ id }) => id === item?.id);
    const next = items[at + by];
    if (!next) return false;
    onItem(next.id);
    const card = document.querySelector<HTMLElement>(`[data-shoebox-item="${next.id}"]`);
    card?.focus();
    return undefined;
  };
  useShoeboxKeys({
    step,
    accept: () => {
      const [likely] = item ? suggestionOf(item) : [];
      if (!likely) return false;
      return file(likely.item, likely.elementId, likely.title);
    },
    fileTo: () => (item?.abilities.file ? setQuestion('fileTo') : false),
    trash: () => (item?.abilities.trash ? trash(item) : false),
  });

  const asking = item && question;
  const nothing = list.data && items.length === 0 && (
    <div className={classes.empty}>
      <EmptyState title="Nothing to file. You’re all caught up.">
        {wide ? 'Drop files anywhere on this page: they' : 'Files that you add'} wait here until
        somebody files them.
      </EmptyState>
    </div>
  );
  return (
    <div className={classes.bench} data-step={named ? 'one' : 'list'} {...handlers}>
      <section className={classes.files} aria-label="To file">
        <header className={classes.head}>
          <h2>To file</h2>
          <span className={classes.count}>{items.length}</span>
          <span className={classes.tip}>Drag onto a request</span>
        </header>
        <div className={classes.scrolls}>
          {!list.data && (
            <NotThere
              query={list}
              loading="Loading the shoebox"
              failed="The shoebox could not be loaded"
            />
          )}
          {!wide && nothing}
          <ul className={classes.cards}>
            {items.map((each) => (
              <FileCard
                key={each.id}
                item={each}
                chosen={each.id === item?.id}
                onChoose={() => onItem(each.id)}
                onDragging={setDragging}
              />
            ))}
          </ul>
        </div>
        <footer className={classes.foot}>
          <Uploading userId={me} place={place} />
          {suggested.length > 0 && (
            <Button
              className={classes.onPhone ?? ''}
              leftSection={<IconWand size={16} stroke={1.7} aria-hidden />}
              onClick={fileSuggested}
            >
              File {suggested.length} suggested
            </Button>
          )}
          <DropHere userId={me} place={place} label={wide ? 'Drop more files here' : 'Add files'} />
          <Link
            to={routes.shoeboxTrash}
            className={classes.trashLink ?? ''}
            aria-label="Trash of the shoebox"
          >
            Trash
          </Link>
        </footer>
      </section>
      <div className={classes.middle}>
        {item && (
          <Preview
            item={item}
            onBack={() => onItem(undefined)}
            onRename={() => setQuestion('rename')}
            onTrash={() => trash(item)}
          >
            <Suggestion item={item} dragging={null} onFile={file} />
            {item.abilities.file && (
              <Button
                variant={item.suggestion ? 'default' : 'filled'}
                fullWidth
                leftSection={<IconFolderShare size={16} stroke={1.7} aria-hidden />}
                onClick={() => setQuestion('fileTo')}
              >
                File to…
              </Button>
            )}
          </Preview>
        )}
        {wide && nothing}
      </div>
      <Requests
        groups={open}
        item={item}
        dragging={dragging}
        onFile={file}
        onFileTo={() => setQuestion('fileTo')}
      />
      {over && (
        <div className={classes.overlay}>
          <strong>Drop to add to the shoebox</strong>
          <span>{loan.name}</span>
        </div>
      )}
      {asking && (
        <Suspense fallback={null}>
          {asking === 'fileTo' ? (
            <FileToDialog
              item={item}
              groups={groups}
              onFile={({ element, open: isOpen }) => file(item, element.id, element.title, !isOpen)}
              onClose={() => setQuestion(undefined)}
            />
          ) : (
            <RenameDialog
              item={item}
              onRename={(title) => {
                filing.change(item.id, { title }, `Renamed to ${title}`);
                setQuestion(undefined);
              }}
              onClose={() => setQuestion(undefined)}
            />
          )}
        </Suspense>
      )}
    </div>
  );
}
