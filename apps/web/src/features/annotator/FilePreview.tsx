import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Segmented } from '../../kit/Segmented.tsx';
import { alternativePreviewer } from '../settings/preferences.ts';
import { usePreference } from '../settings/usePreference.ts';
import classes from './FilePreview.module.css';
import { PageSkeleton } from './Notices.tsx';
import { Stage } from './Stage.tsx';
import { useOpenedFile } from './useOpenedFile.ts';
import { useReader } from './useReader.ts';
import { useRested } from './useRested.ts';
import { useWords } from './useWords.ts';

const Note = ({ children }: { children: ReactNode }) => (
  <div className={classes.note}>{children}</div>
);

const Unreadable = () => <Note>This file cannot be shown. You can still download it.</Note>;

function Pages({ content }: { content: ArrayBuffer }) {
  const { container, position, broken } = useReader(content, false);
  if (broken) return <Unreadable />;
  return (
    <div className={classes.pages}>
      <Stage container={container} position={position} />
    </div>
  );
}

/** For whoever listens to a file, or has no room for its pages. */
function Words({ content }: { content: ArrayBuffer }) {
  const { pages, broken } = useWords(content);
  if (broken) return <Unreadable />;
  if (!pages) return <PageSkeleton />;
  if (pages.every((words) => words.trim() === '')) {
    return <Note>There is no text in this file: its pages are pictures.</Note>;
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls: the keyboard must reach it
    <section className={classes.words} aria-label="Text" tabIndex={0}>
      {pages.map((words, index) => (
        // A file's pages stay where they are.
        // oxlint-disable-next-line react/no-array-index-key
        <section key={index} aria-label={`Page ${index + 1}`}>
          <h3>Page {index + 1}</h3>
          <p>{words.trim() === '' ? 'No text on this page.' : words}</p>
        </section>
      ))}
    </section>
  );
}

function Shown({ documentId, asWords }: { documentId: string; asWords: boolean }) {
  const file = useOpenedFile(documentId);
  switch (file.state) {
    case 'here':
      return asWords ? <Words content={file.content} /> : <Pages content={file.content} />;
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
    default:
      return <Note>This file cannot be shown.</Note>;
  }
}

const WAYS = [
  { value: 'pages', label: 'Pages' },
  { value: 'text', label: 'Text' },
] as const;

/** The file itself, as its pages or as its words alone; which of the two is kept for the next one. */
export default function FilePreview({ documentId }: { documentId: string }) {
  const rested = useRested();
  const words = usePreference(alternativePreviewer);
  return (
    <div className={classes.preview}>
      <div className={classes.ways}>
        <Segmented
          label="Show as"
          options={WAYS}
          value={words.value ? 'text' : 'pages'}
          onChange={(way) => words.set(way === 'text')}
        />
      </div>
      <div className={classes.shown}>
        {rested && words.settled ? (
          <Shown documentId={documentId} asWords={words.value} />
        ) : (
          <PageSkeleton />
        )}
      </div>
    </div>
  );
}
