import { Button, Group, Text } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useMemo, useState } from 'react';
import { type Command, useCommands } from '../../lib/commands.ts';
import { useEventCallback } from '../../lib/useEventCallback.ts';
import { kindOf } from '@cairn/contract/file-kinds';
import classes from './Annotator.module.css';
import { Bar } from './Bar.tsx';
import { Tools, Zoom } from './Controls.tsx';
import { Unshowable } from './Notices.tsx';
import { FindBar } from './FindBar.tsx';
import { Stage } from './Stage.tsx';
import { SAVING_WORDS, type Tool, TOOLS } from './tools.ts';
import type { Start } from './useFound.ts';
import type { ShownDocument } from './useOpenedFile.ts';
import { type Reading, useReader } from './useReader.ts';
import { useSaveDocument } from './useSaveDocument.ts';

const LeaveDialog = lazy(() => import('./LeaveDialog.tsx'));

/** Asks for confirmation before unsaved marks are lost. */
function LeaveGuard({ unsaved }: { unsaved: boolean }) {
  const blocker = useBlocker({
    shouldBlockFn: () => unsaved,
    enableBeforeUnload: () => unsaved,
    disabled: !unsaved,
    withResolver: true,
  });
  if (blocker.status !== 'blocked') return null;
  return (
    <Suspense fallback={null}>
      <LeaveDialog onStay={blocker.reset} onLeave={blocker.proceed} />
    </Suspense>
  );
}

interface Doing {
  use: (tool: Tool) => void;
  save: () => void;
}

function useKeys(doing: Doing, mayMark: boolean): void {
  const use = useEventCallback(doing.use);
  const save = useEventCallback(doing.save);
  const keys = useMemo<Command[]>(() => {
    if (!mayMark) return [];
    const tools = TOOLS.map(({ tool, label, key }) => ({
      label: `${label} tool`,
      keys: key,
      where: 'page' as const,
      run: () => use(tool),
    }));
    return [
      ...tools,
      {
        label: 'Deselect the tool',
        keys: 'Escape',
        where: 'page',
        keyOnly: true,
        run: () => use('select'),
      },
      { label: 'Save annotations', keys: 'mod+s', where: 'page', run: () => save() },
    ];
  }, [use, save, mayMark]);
  useCommands(keys);
}

function Place({ position }: Pick<Reading, 'position'>) {
  if (!position) return null;
  return (
    <Text
      size="meta"
      c="dimmed"
      style={{ fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' }}
    >
      Page {position.page} of {position.pages}
    </Text>
  );
}

interface MarkingProps {
  document: ShownDocument;
  content: ArrayBuffer;
  /** The search match to open, if the document was opened from a search. */
  start: Start | undefined;
}

/** Shows a loaded file. Users who may save the document can add markup; for other users it is read-only. */
export function MarkupEditor({ document, content, start }: MarkingProps) {
  // Marks are stored in the file itself, which only a PDF supports.
  const isPdf = kindOf(document.name) === 'pdf';
  const mayMark = document.abilities.save && isPdf;
  const reading = useReader(content, mayMark);
  const { container, reader, broken, position, tool } = reading;
  const { state, save } = useSaveDocument(document, reading);
  const use = (next: Tool) => reader?.use(next);
  useKeys({ use, save: () => void save() }, mayMark);
  const [isFinding, setFinding] = useState(start !== undefined);
  const page = start?.page;
  useEffect(() => {
    if (page !== undefined) reader?.goTo(page);
  }, [reader, page]);
  if (broken) return <Unshowable document={document} />;
  const tools = mayMark && <Tools tool={tool} onTool={use} />;
  const zoom = <Zoom scale={position?.scale ?? 1} onZoom={(by) => reader?.zoom(by)} />;
  return (
    <>
      <Bar document={document} note={<Place position={position} />}>
        <Group gap="md" wrap="nowrap" flex="none" visibleFrom="wide">
          {tools}
          {zoom}
        </Group>
        {mayMark ? (
          <Group gap="sm" justify="flex-end" wrap="nowrap" flex={{ base: 'none', wide: '1 1 0' }}>
            <output className={classes.state}>{SAVING_WORDS[state]}</output>
            <Button
              disabled={state !== 'unsaved'}
              loading={state === 'saving'}
              onClick={() => void save()}
            >
              Save
            </Button>
          </Group>
        ) : (
          <Text span className={classes.readOnly} size="meta" c="dimmed" ta="right">
            {document.abilities.save && !isPdf
              ? 'Read only: only PDFs can be marked up'
              : 'Read only'}
          </Text>
        )}
      </Bar>
      {isFinding && (
        <FindBar
          document={document}
          reader={reader}
          start={start}
          onClose={() => setFinding(false)}
        />
      )}
      <Stage container={container} position={position} />
      <div className={classes.below}>
        {tools}
        {zoom}
      </div>
      <LeaveGuard unsaved={state === 'unsaved' || state === 'saving'} />
    </>
  );
}
