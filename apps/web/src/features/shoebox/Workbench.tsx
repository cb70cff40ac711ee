import type { Loan, ShoeboxItem } from '@cairn/contract';
import { DESKTOP_BREAKPOINT_PX } from '@cairn/contract/constants';
import { Box, Button, Center, Flex, Stack, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconFolderShare, IconWand } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { routes } from '../../lib/routes.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { QueryFallback } from '../../ui/QueryFallback.tsx';
import { FileCard } from './FileCard.tsx';
import { Preview } from './Preview.tsx';
import { PossibleRequests, Requests, Suggestion } from './Requests.tsx';
import classes from './Shoebox.module.css';
import { DropHere, UploadList } from './UploadList.tsx';
import type { Place } from './uploads.ts';
import { useFileDrop } from './useFileDrop.ts';
import { markSeen } from './useFileItems.ts';
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
  // With room for one pane only, no file is opened before the user chooses one.
  const wide = useMediaQuery(`(width >= ${DESKTOP_BREAKPOINT_PX}px)`, true, {
    getInitialValueInEffect: false,
  });
  const item = named ?? (wide ? items[0] : undefined);
  useSeen(item);

  /** The next item after it; after the last one, the one before it. */
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
    <Center flex={1} p="lg">
      <EmptyState title="Nothing to file. You’re all caught up.">
        {wide ? 'Drop files anywhere on this page. They' : 'Files you add'} wait here until someone
        files them.
      </EmptyState>
    </Center>
  );
  return (
    <div className={classes.bench} data-step={named ? 'one' : 'list'} {...handlers}>
      <section className={classes.files} aria-label="To file">
        <Flex component="header" align="center" gap="xs" flex="none" h={56} px={20}>
          <Text component="h2" size="subsection" fw={600}>
            To file
          </Text>
          <Text
            component="span"
            size="meta"
            fw={600}
            py={1}
            px={7}
            bg="var(--active)"
            c="var(--ink-2)"
            style={{ borderRadius: 'var(--radius-pill)' }}
          >
            {items.length}
          </Text>
          <Text span className={classes.tip} size="meta" ml="auto" c="dimmed">
            Drag onto a request
          </Text>
        </Flex>
        <Box className={classes.scrolls} flex={1} mih={0} px="md" pt={2} pb="md">
          {!list.data && (
            <QueryFallback
              query={list}
              loading="Loading the shoebox"
              failed="The shoebox could not be loaded"
            />
          )}
          {!wide && nothing}
          <Stack component="ul" gap="xs">
            {items.map((each) => (
              <FileCard
                key={each.id}
                item={each}
                chosen={each.id === item?.id}
                onChoose={() => onItem(each.id)}
                onDragging={setDragging}
              />
            ))}
          </Stack>
        </Box>
        <Stack component="footer" gap={10} flex="none" pt="sm" px="md" pb="md">
          <UploadList userId={me} place={place} />
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
            style={{ justifySelf: 'start', color: 'var(--ink-3)', font: 'var(--font-meta)' }}
            aria-label="Trash of the shoebox"
          >
            Trash
          </Link>
        </Stack>
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
            <PossibleRequests item={item} onFile={file} />
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
        onFile={(dropped, elementId, title) => {
          // Its card leaves the page, and would not tell when the drag ended.
          setDragging(null);
          file(dropped, elementId, title);
        }}
        onFileTo={() => setQuestion('fileTo')}
      />
      {over && (
        <Stack
          className={classes.overlay}
          gap={4}
          align="center"
          fz="table"
          lh="table"
          bd="var(--space-2) dashed var(--accent)"
          bdrs="lg"
          bg="color-mix(in srgb, var(--accent-soft) 88%, transparent)"
        >
          <Text component="strong" size="section" fw={600}>
            Drop to add to the shoebox
          </Text>
          <span>{loan.name}</span>
        </Stack>
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
