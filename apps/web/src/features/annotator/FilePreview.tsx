import { Box, Button, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Segmented } from '../../ui/Segmented.tsx';
import { alternativePreviewer } from '../../lib/preferences.ts';
import { usePreference } from '../../lib/usePreference.ts';
import classes from './FilePreview.module.css';
import { contentProblemText, PageSkeleton } from './Notices.tsx';
import { Stage } from './Stage.tsx';
import { type ShownDocument, useOpenedFile } from './useOpenedFile.ts';
import { useReader } from './useReader.ts';
import { useSettled } from '../../lib/useSettled.ts';
import { usePageText } from './usePageText.ts';

const Note = ({ children }: { children: ReactNode }) => (
  <Text
    component="div"
    display="grid"
    size="table"
    flex={1}
    p="lg"
    c="var(--ink-2)"
    ta="center"
    style={{ alignContent: 'center', justifyItems: 'center', gap: '0.75rem' }}
  >
    {children}
  </Text>
);

const Unreadable = () => <Note>This file can’t be displayed. You can still download it.</Note>;

const PreparingNote = () => (
  <Note>
    <output>Preparing the pages of this file. They appear here in a moment.</output>
  </Note>
);

function Pages({ content }: { content: ArrayBuffer }) {
  const { container, position, broken } = useReader(content, false);
  if (broken) return <Unreadable />;
  return (
    <Stack gap={0} flex={1} mih={0} mx="md">
      <Stage container={container} position={position} />
    </Stack>
  );
}

/** For screen reader users, and where there is no room for pages. */
function Words({ document, content }: { document: ShownDocument; content: ArrayBuffer }) {
  const { pages, isWaiting, broken } = usePageText(document, content);
  if (broken) return <Unreadable />;
  if (!pages) return <PageSkeleton />;
  if (pages.every((words) => words.trim() === '')) {
    return (
      <Note>
        {isWaiting
          ? 'Reading the text of these pages. It appears here in a moment.'
          : 'This file has no text. Its pages are images.'}
      </Note>
    );
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls: the keyboard must reach it
    <Box
      component="section"
      className={classes.words}
      flex={1}
      mih={0}
      px={20}
      pt={4}
      pb={20}
      bg="var(--surface)"
      aria-label="Text"
      tabIndex={0}
    >
      {pages.map((words, index) => (
        // A file's pages stay where they are.
        // oxlint-disable-next-line react/no-array-index-key
        <section key={index} aria-label={`Page ${index + 1}`}>
          <Text component="h3" size="meta" mt="md" mb={6} c="dimmed" fw={600}>
            Page {index + 1}
          </Text>
          <p>{words.trim() === '' ? 'No text on this page.' : words}</p>
        </section>
      ))}
    </Box>
  );
}

function Shown({ documentId, asWords }: { documentId: string; asWords: boolean }) {
  const file = useOpenedFile(documentId);
  switch (file.state) {
    case 'here':
      return asWords ? (
        <Words document={file.document} content={file.content} />
      ) : (
        <Pages content={file.content} />
      );
    case 'failed':
      return (
        <Note>
          The file could not be loaded.
          <Button variant="default" size="compact-sm" onClick={file.again}>
            Try again
          </Button>
        </Note>
      );
    case 'loading':
      return <PageSkeleton />;
    case 'preparing':
      return <PreparingNote />;
    case 'unshowable':
      return <Note>{contentProblemText(file.document)}</Note>;
    default:
      return <Note>This file can’t be displayed.</Note>;
  }
}

const WAYS = [
  { value: 'pages', label: 'Pages' },
  { value: 'text', label: 'Text' },
] as const;

/** The file itself, as its pages or as its words alone; which of the two is kept for the next one. */
export default function FilePreview({ documentId }: { documentId: string }) {
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
      <Box flex="none" py={10} px={20}>
        <Segmented
          label="Show as"
          options={WAYS}
          value={words.value ? 'text' : 'pages'}
          onChange={(way) => words.set(way === 'text')}
        />
      </Box>
      <Stack gap={0} pos="relative" flex={1} mih={0}>
        {rested && words.settled ? (
          <Shown documentId={documentId} asWords={words.value} />
        ) : (
          <PageSkeleton />
        )}
      </Stack>
    </Stack>
  );
}
