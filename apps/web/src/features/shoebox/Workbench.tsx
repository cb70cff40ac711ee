import type { Loan, ShoeboxItem } from '@cairn/contract';
import { DESKTOP_BREAKPOINT_PX } from '@cairn/contract/constants';
import { Box, Button, Center, Flex, Stack, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconFolderShare } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { useNow } from '../../lib/clock.ts';
import { routes } from '../../lib/routes.ts';
import { CountPill } from '../../ui/CountPill.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { QueryFallback } from '../../ui/QueryFallback.tsx';
import { DownloadFiles } from './DownloadFiles.tsx';
import { FileCard } from './FileCard.tsx';
import { FileSuggested } from './FileSuggested.tsx';
import { Preview } from './Preview.tsx';
import { PossibleRequests, Requests, Suggestion } from './Requests.tsx';
import classes from './Shoebox.module.css';
import { DropHere, UploadList } from './UploadList.tsx';
import type { Place } from './shoeboxUploads.ts';
import { useFileDrop } from './useFileDrop.ts';
import { useNamed, useSeen } from './useOpenItem.ts';
import { type LoanShoebox, suggestionOf } from './useShoebox.ts';
import { useShoeboxKeys } from './useShoeboxKeys.ts';
import {
  type BenchSearch,
  isFilteredByFile,
  isShown,
  type ShoeboxSearch,
} from './waitingFilter.ts';
import { FileFilters } from './WaitingFilters.tsx';

const FileToDialog = lazy(() => import('./FileToDialog.tsx'));
const RenameDialog = lazy(() => import('./RenameDialog.tsx'));

interface WorkbenchProps {
  loan: Loan;
  me: string;
  place: Place;
  shoebox: LoanShoebox;
  /** The filters and the item that is open, from the URL. */
  search: BenchSearch;
  onSearch: (change: BenchSearch) => void;
}

/** An open dialog about one item. It stays about that item even if another item is opened meanwhile. */
interface Question {
  what: 'fileTo' | 'rename';
  id: string;
}

/** Shows the files on the left, the selected file in the middle and the open requests on the right. */
export function Workbench({ loan, me, place, shoebox, search, onSearch }: WorkbenchProps) {
  const onItem = (item: string | undefined) => onSearch({ item });
  const { list, waiting, items = [], groups, open, filing, dragging, setDragging } = shoebox;
  const { suggested, fileSuggested } = shoebox;
  const over = useFileDrop(me, place);
  const [question, setQuestion] = useState<Question>();
  const openItem = items.find(({ id }) => id === search.item);
  // With room for only one pane, no file opens until the user chooses one.
  const wide = useMediaQuery(`(width >= ${DESKTOP_BREAKPOINT_PX}px)`, true, {
    getInitialValueInEffect: false,
  });
  const item = openItem ?? (wide ? items[0] : undefined);
  // While the list is being refetched, the item that a link names may still arrive.
  useNamed(openItem || list.isFetching ? undefined : item?.id, onItem);
  useSeen(openItem);
  const now = useNow();
  /** When the filters change, the open item stays open only if it matches the new filters. */
  const filter = (change: ShoeboxSearch) => {
    const isKept = item && isShown(item, { ...search, ...change }, now);
    onSearch({ ...change, item: isKept ? item.id : undefined });
  };

  const ask = (what: Question['what'], { id }: ShoeboxItem) => setQuestion({ what, id });
  /** The item to open after this one leaves the list: the next one, or the previous one if this was the last. */
  const after = (removedItem: ShoeboxItem): string | undefined => {
    const at = items.findIndex(({ id }) => id === removedItem.id);
    return (items[at + 1] ?? items[at - 1])?.id;
  };
  const leave = (removedItem: ShoeboxItem, act: () => void) => {
    const next = removedItem.id === item?.id ? after(removedItem) : item?.id;
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
    fileTo: () => (item?.abilities.file ? ask('fileTo', item) : false),
    trash: () => (item?.abilities.trash ? trash(item) : false),
  });

  const askedItem = waiting?.find(({ id }) => id === question?.id);
  const isFiltered = isFilteredByFile(search, now);
  const nothing = list.data && items.length === 0 && (
    <Center flex={1} p="lg">
      <EmptyState title={isFiltered ? 'No results' : 'Nothing to file. You’re all caught up.'}>
        {isFiltered && 'Remove a filter to see more. '}
        {wide ? 'Drop files anywhere on this page. They' : 'Files you add'} wait here until someone
        files them.
      </EmptyState>
    </Center>
  );
  return (
    <div className={classes.bench} data-step={openItem ? 'one' : 'list'}>
      <section className={classes.files} aria-label="To file">
        <Flex component="header" align="center" gap="xs" flex="none" h={56} px="s20">
          <Text component="h2" size="subsection" fw={600}>
            To file
          </Text>
          <CountPill>{items.length}</CountPill>
          <Text span className={classes.tip} size="meta" ml="auto" c="dimmed">
            Drag onto a request
          </Text>
        </Flex>
        <FileFilters search={search} onFilter={filter} px="md" pb="xs" />
        <Box className={classes.scrolls} flex={1} mih={0} px="md" pt="s2" pb="md">
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
        <Stack component="footer" gap="s10" flex="none" pt="sm" px="md" pb="md">
          <UploadList userId={me} place={place} />
          <FileSuggested
            suggested={suggested}
            onFile={fileSuggested}
            className={classes.onPhone ?? ''}
          />
          <DropHere userId={me} place={place} label={wide ? 'Drop more files here' : 'Add files'} />
          {items.length > 0 && <DownloadFiles items={items} />}
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
            onRename={() => ask('rename', item)}
            onTrash={() => trash(item)}
          >
            <Suggestion item={item} dragging={null} onFile={file} />
            <PossibleRequests item={item} onFile={file} />
            {item.abilities.file && (
              <Button
                variant={item.suggestion ? 'default' : 'filled'}
                fullWidth
                leftSection={<IconFolderShare size={16} stroke={1.7} aria-hidden />}
                onClick={() => ask('fileTo', item)}
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
          // The dragged card is removed from the page, so it will not fire a dragend event.
          setDragging(null);
          file(dropped, elementId, title);
        }}
        onFileTo={() => item && ask('fileTo', item)}
      />
      {over && (
        <Stack
          className={classes.overlay}
          gap="s4"
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
      {question && askedItem && (
        <Suspense fallback={null}>
          {question.what === 'fileTo' ? (
            <FileToDialog
              item={askedItem}
              groups={groups}
              onFile={({ element, open: isOpen }) =>
                file(askedItem, element.id, element.title, !isOpen)
              }
              onClose={() => setQuestion(undefined)}
            />
          ) : (
            <RenameDialog
              item={askedItem}
              onRename={(title) => {
                filing.change(askedItem.id, { title }, `Renamed to ${title}`);
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
