import { DOES_NOT_APPLY_REASONS } from '@cairn/contract/element-terms';
import { Box, Button, Center, Group, Stack } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { lazy, memo, Suspense, useDeferredValue, useMemo, useRef, useState } from 'react';
import { type Command, useCommands } from '../../lib/commands.ts';
import { formatSize } from '../../lib/format/sizes.ts';
import { routes } from '../../lib/routes.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import type { Marks } from '../annotator/FilePreview.tsx';
import { useComparison } from '../compare/useComparison.ts';
import { useScrollTogether } from '../compare/useScrollTogether.ts';
import { WhatChanged } from '../compare/WhatChanged.tsx';
import classes from './Review.module.css';
import { entryOf, entriesToPreload, type Queue } from './reviewQueue.ts';

const FilePreview = lazy(() => import('../annotator/FilePreview.tsx'));

/** Larger files load only when the reviewer asks for them, and are never preloaded. */
const LOADED_AHEAD_BYTES = 25 * 1024 * 1024;

/** Memoized so that switching to another document does not render this one again. */
const KeptFile = memo(function KeptFile({
  documentId,
  pointed,
  label,
  marks,
  onPage,
}: {
  documentId: string;
  label: string | undefined;
  pointed: Pointed | null;
  /** Highlights of the differing words, set in a comparison. */
  marks?: Marks | undefined;
  onPage?: ((page: number) => void) | undefined;
}) {
  return (
    <Suspense>
      <FilePreview
        documentId={documentId}
        marks={marks}
        onPage={onPage}
        {...(pointed && { start: pointed })}
        {...(label !== undefined && { label })}
      />
    </Suspense>
  );
});

/** The words on a page that a check refers to. */
export interface Pointed {
  page: number;
  words: readonly string[];
  turn: number;
}

interface DocumentStageProps {
  queue: Queue;
  pointed: Pointed | null;
  /** ID of an earlier version or of another document of the loan to compare with. */
  earlier: string | null;
  onBack: () => void;
}

/**
 * Shows the current file. The next files are already rendered but hidden, so that the reviewer can switch to them
 * without a delay.
 */
export function DocumentStage({ queue, pointed, earlier, onBack }: DocumentStageProps) {
  const [openedIds, setOpenedIds] = useState<ReadonlySet<string>>(new Set());
  const [isComparing, setComparing] = useState(true);
  const root = useRef<HTMLElement>(null);
  const jump = useScrollTogether(root, earlier !== null && isComparing);
  const current = entryOf(queue, queue.current);
  const file = current?.item.document;
  const isLarge = (size: number | null) => (size ?? 0) > LOADED_AHEAD_BYTES;
  // Deferred so that the current file renders first and the other viewers are mounted or unmounted afterwards.
  const ready = entriesToPreload(useDeferredValue(queue))
    .flatMap(({ item }) => item.document ?? [])
    .filter(({ id, size }) => !isLarge(size) || openedIds.has(id));
  const shownId = earlier ?? file?.id;
  const compared = earlier && isComparing ? file?.id : undefined;
  const comparison = useComparison(compared ? earlier : null, file?.id ?? '', jump);
  const { next } = comparison;
  const isOn = compared !== undefined;
  useCommands(
    useMemo<Command[]>(
      () =>
        isOn ? [{ keys: 'n', label: 'Next change', where: 'page', keyOnly: true, run: next }] : [],
      [isOn, next],
    ),
  );
  const watchedOf = (id: string) => {
    if (!compared) return {};
    const { left, right, onLeftPage, onRightPage } = comparison;
    if (id === compared) return { marks: right, onPage: onRightPage };
    return id === earlier ? { marks: left, onPage: onLeftPage } : {};
  };
  const halfOf = (id: string) => {
    if (!compared) return undefined;
    if (id === compared) return 'right';
    return id === earlier ? 'left' : undefined;
  };
  const files = [...new Set([...ready.map(({ id }) => id), ...(earlier ? [earlier] : [])])];
  return (
    <Stack gap={0} miw={0} mih={0}>
      <Box
        component="section"
        ref={root}
        className={classes.stage ?? ''}
        flex={1}
        mih={0}
        aria-label="Document"
      >
        {files.map((id) => (
          <div
            key={id}
            className={classes.file}
            data-shown={id === shownId || id === compared || undefined}
            data-half={halfOf(id)}
            inert={id !== shownId && id !== compared}
          >
            <KeptFile
              documentId={id}
              pointed={id === file?.id ? pointed : null}
              label={id === earlier ? 'Pages of the other document' : undefined}
              {...watchedOf(id)}
            />
          </div>
        ))}
        {earlier && (
          <Group className={classes.back ?? ''} gap="xs" wrap="nowrap">
            <Button
              variant="default"
              aria-pressed={isComparing}
              onClick={() => setComparing(!isComparing)}
            >
              {isComparing ? 'Other document only' : 'Side by side'}
            </Button>
            <Button variant="default" onClick={onBack}>
              Back to this document
            </Button>
          </Group>
        )}
        {!earlier && file && isLarge(file.size) && !openedIds.has(file.id) && (
          <Center className={classes.file ?? ''} data-shown>
            <Button
              variant="default"
              onClick={() => setOpenedIds((now) => new Set(now).add(file.id))}
            >
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
        {!earlier && current?.item.driversLicenseOf && !file && (
          <Center className={classes.file ?? ''} data-shown>
            <EmptyState title="Answered with a driver’s license">
              <Link
                to={routes.driversLicense}
                params={{ loanId: current.item.loanId, personId: current.item.driversLicenseOf }}
              >
                View the license
              </Link>
            </EmptyState>
          </Center>
        )}
      </Box>
      {compared && <WhatChanged comparison={comparison} />}
    </Stack>
  );
}
