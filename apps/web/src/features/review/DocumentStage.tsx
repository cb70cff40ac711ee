import { DOES_NOT_APPLY_REASONS } from '@cairn/contract/element-terms';
import { Button, Center } from '@mantine/core';
import { lazy, memo, Suspense, useDeferredValue, useState } from 'react';
import { formatSize } from '../../lib/format/sizes.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import classes from './Review.module.css';
import { entryOf, keptReady, type Queue } from './reviewQueue.ts';

const FilePreview = lazy(() => import('../annotator/FilePreview.tsx'));

/** Larger files are fetched only on request, and never ahead of time. */
const LOADED_AHEAD_BYTES = 25 * 1024 * 1024;

/** Memoized: another document on the screen does not draw this one again. */
const KeptFile = memo(function KeptFile({
  documentId,
  pointed,
}: {
  documentId: string;
  pointed: Pointed | null;
}) {
  return (
    <Suspense>
      <FilePreview documentId={documentId} {...(pointed && { start: pointed })} />
    </Suspense>
  );
});

/** The words on a page that a check points at. */
export interface Pointed {
  page: number;
  words: readonly string[];
  turn: number;
}

interface DocumentStageProps {
  queue: Queue;
  pointed: Pointed | null;
  earlier: string | null;
  onBack: () => void;
}

/**
 * The current file, and behind it, drawn already and out of sight, those that come next: a key shows the next one
 * without a wait.
 */
export function DocumentStage({ queue, pointed, earlier, onBack }: DocumentStageProps) {
  const [asked, setAsked] = useState<ReadonlySet<string>>(new Set());
  const current = entryOf(queue, queue.current);
  const file = current?.item.document;
  const isLarge = (size: number | null) => (size ?? 0) > LOADED_AHEAD_BYTES;
  // Shown first; viewers are mounted and taken down afterwards.
  const ready = keptReady(useDeferredValue(queue))
    .flatMap(({ item }) => item.document ?? [])
    .filter(({ id, size }) => !isLarge(size) || asked.has(id));
  const shownId = earlier ?? file?.id;
  const files = [...new Set([...ready.map(({ id }) => id), ...(earlier ? [earlier] : [])])];
  return (
    <section className={classes.stage} aria-label="Document">
      {files.map((id) => (
        <div
          key={id}
          className={classes.file}
          data-shown={id === shownId || undefined}
          inert={id !== shownId}
        >
          <KeptFile documentId={id} pointed={id === file?.id ? pointed : null} />
        </div>
      ))}
      {earlier && (
        <Button className={classes.back ?? ''} variant="default" onClick={onBack}>
          Back to the current version
        </Button>
      )}
      {!earlier && file && isLarge(file.size) && !asked.has(file.id) && (
        <Center className={classes.file ?? ''} data-shown>
          <Button variant="default" onClick={() => setAsked((now) => new Set(now).add(file.id))}>
            Show the file ({formatSize(file.size)})
          </Button>
        </Center>
      )}
      {!earlier && current?.item.doesNotApply && !file && (
        <Center className={classes.file ?? ''} data-shown>
          <EmptyState title="The borrower says this doesn’t apply">
            {current.item.doesNotApply.note ??
              DOES_NOT_APPLY_REASONS[current.item.doesNotApply.code]}
          </EmptyState>
        </Center>
      )}
    </section>
  );
}
