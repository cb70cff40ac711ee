import { Box, Button, Flex, Stack, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { Segmented } from '../../ui/Segmented.tsx';
import { alternativePreviewer } from '../../lib/preferences.ts';
import { createStore, useStore } from '../../lib/store.ts';
import { usePreference } from '../../lib/usePreference.ts';
import classes from './FilePreview.module.css';
import { contentProblemText, PageSkeleton } from './Notices.tsx';
import { FindBar } from './FindBar.tsx';
import type { Match } from './foundLayer.ts';
import { MarkedWords } from './MarkedWords.tsx';
import { PreviewNote } from './PreviewNote.tsx';
import { ReaderTools } from './ReaderTools.tsx';
import { Stage } from './Stage.tsx';
import { ThumbnailRail } from './ThumbnailRail.tsx';
import type { Start } from './useFound.ts';
import { type ShownDocument, useOpenedFile } from './useOpenedFile.ts';
import type { Reader } from './pdf.ts';
import { useReader } from './useReader.ts';
import { useSettled } from '../../lib/useSettled.ts';
import { usePageText } from './usePageText.ts';

const Unreadable = () => (
  <PreviewNote>This file can’t be displayed. You can still download it.</PreviewNote>
);

const PreparingNote = () => (
  <PreviewNote>
    <output>Preparing the pages of this file. They appear here in a moment.</output>
  </PreviewNote>
);

/** Shared by all files, so the next document opens with the same view. Reset on reload. */
const showsThumbnails = createStore(false);

/** Highlights that the surrounding page sets on the pages of the file. */
export interface Marks {
  readonly matches: readonly Match[];
  readonly at: Match | undefined;
  /** Each new object makes the reader go to this page, even if the number is the same. */
  readonly target: { readonly page: number } | undefined;
}

function ShownMarks({ reader, marks }: { reader: Reader | null; marks: Marks }) {
  const { matches, at, target } = marks;
  useEffect(() => {
    if (target) reader?.goTo(target.page);
  }, [reader, target]);
  useEffect(() => reader?.showFound(matches, at), [reader, matches, at]);
  useEffect(() => () => reader?.showFound([], undefined), [reader]);
  return null;
}

interface Watched {
  marks?: Marks | undefined;
  /** Called with the number of the visible page. */
  onPage?: ((page: number) => void) | undefined;
}

interface PagesProps extends Watched {
  document: ShownDocument;
  content: ArrayBuffer;
  start: Start | undefined;
  label: string | undefined;
  /** The row above the pages that holds their toolbar. */
  tools: HTMLElement | null;
}

function Pages({ document, content, start, label, tools, marks, onPage }: PagesProps) {
  const { container, reader, position, broken } = useReader(content, false);
  const isQuiet = start?.turn !== undefined;
  const [isFinding, setFinding] = useState(start !== undefined && !isQuiet);
  const page = start?.page;
  useEffect(() => {
    if (page !== undefined) reader?.goTo(page);
  }, [reader, page]);
  const inSight = position?.page;
  useEffect(() => {
    if (inSight !== undefined) onPage?.(inSight);
  }, [inSight, onPage]);
  const hasRail = useStore(showsThumbnails);
  if (broken) return <Unreadable />;
  const view = { reader, position, isFinding, hasRail };
  return (
    <Stack gap={0} flex={1} mih={0}>
      {tools &&
        createPortal(
          <ReaderTools
            {...view}
            onFind={() => setFinding((now) => !now)}
            onRail={() => showsThumbnails.set((now) => !now)}
          />,
          tools,
        )}
      {isQuiet && !isFinding && <MarkedWords document={document} reader={reader} start={start} />}
      {marks && !isFinding && <ShownMarks reader={reader} marks={marks} />}
      {isFinding && (
        <FindBar
          document={document}
          reader={reader}
          start={isQuiet ? undefined : start}
          onClose={() => setFinding(false)}
        />
      )}
      <Flex flex={1} mih={0}>
        {hasRail && reader && position && (
          <ThumbnailRail drawer={reader.drawer} page={position.page} onGo={reader.goTo} />
        )}
        <Stack gap={0} flex={1} mih={0} miw={0} mx="md">
          <Stage container={container} position={position} label={label} />
        </Stack>
      </Flex>
    </Stack>
  );
}

/** Shows the text alone, for screen reader users and for small windows. */
function Words({ document, content }: { document: ShownDocument; content: ArrayBuffer }) {
  const { pages, isWaiting, broken } = usePageText(document, content);
  if (broken) return <Unreadable />;
  if (!pages) return <PageSkeleton />;
  if (pages.every((words) => words.trim() === '')) {
    return (
      <PreviewNote>
        {isWaiting
          ? 'Reading the text of these pages. It appears here in a moment.'
          : 'This file has no text. Its pages are images.'}
      </PreviewNote>
    );
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls: the keyboard must reach it
    <Box
      component="section"
      className={classes.words}
      flex={1}
      mih={0}
      px="s20"
      pt="s4"
      pb="s20"
      bg="var(--surface)"
      aria-label="Text"
      tabIndex={0}
    >
      {pages.map((words, index) => (
        // The pages of a file never change their order, so the index is a stable key.
        // oxlint-disable-next-line react/no-array-index-key
        <section key={index} aria-label={`Page ${index + 1}`}>
          <Text component="h3" size="meta" mt="md" mb="s6" c="dimmed" fw={600}>
            Page {index + 1}
          </Text>
          <p>{words.trim() === '' ? 'No text on this page.' : words}</p>
        </section>
      ))}
    </Box>
  );
}

interface ShownProps extends Watched {
  documentId: string;
  asWords: boolean;
  start: Start | undefined;
  label: string | undefined;
  tools: HTMLElement | null;
}

function Shown({ documentId, asWords, tools, ...view }: ShownProps) {
  const file = useOpenedFile(documentId);
  switch (file.state) {
    case 'here':
      return asWords ? (
        <Words document={file.document} content={file.content} />
      ) : (
        <Pages document={file.document} content={file.content} tools={tools} {...view} />
      );
    case 'failed':
      return (
        <PreviewNote>
          The file could not be loaded.
          <Button variant="default" size="compact-sm" onClick={file.again}>
            Try again
          </Button>
        </PreviewNote>
      );
    case 'loading':
      return <PageSkeleton />;
    case 'preparing':
      return <PreparingNote />;
    case 'unshowable':
      return <PreviewNote>{contentProblemText(file.document)}</PreviewNote>;
    default:
      return <PreviewNote>This file can’t be displayed.</PreviewNote>;
  }
}

const WAYS = [
  { value: 'pages', label: 'Pages' },
  { value: 'text', label: 'Text' },
] as const;

interface FilePreviewProps extends Watched {
  documentId: string;
  start?: Start;
  /** Label of the pages, needed if two files are shown side by side. */
  label?: string;
}

/** Shows a file as pages or as text. The choice is saved and applies to other files too. */
export default function FilePreview({ documentId, start, label, ...watched }: FilePreviewProps) {
  const [tools, setTools] = useState<HTMLElement | null>(null);
  const rested = useSettled();
  const words = usePreference(alternativePreviewer);
  return (
    <Stack
      gap={0}
      flex="1 1 0"
      mih={0}
      bg="var(--canvas)"
      style={{ borderBottom: 'var(--border)' }}
    >
      <Flex
        flex="none"
        wrap="wrap"
        py="xs"
        pl={{ base: 12, sm: 20 }}
        pr={{ base: 8, sm: 'md' }}
        gap={{ base: 4, sm: 'sm' }}
        align="center"
        justify="space-between"
      >
        <Segmented
          label="Show as"
          options={WAYS}
          value={words.value ? 'text' : 'pages'}
          onChange={(way) => words.set(way === 'text')}
        />
        <div ref={setTools} />
      </Flex>
      <Stack gap={0} pos="relative" flex={1} mih={0}>
        {rested && words.settled ? (
          <Shown
            documentId={documentId}
            asWords={words.value}
            start={start}
            label={label}
            tools={tools}
            {...watched}
          />
        ) : (
          <PageSkeleton />
        )}
      </Stack>
    </Stack>
  );
}
