import type { OpenedDocument } from '@cairn/contract/documents';
import { Button } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { lazy, Suspense, useMemo } from 'react';
import { type Command, useCommands } from '../../kit/commands.ts';
import { useStable } from '../../kit/useStable.ts';
import classes from './Annotator.module.css';
import { Bar } from './Bar.tsx';
import { Tools, Zoom } from './Controls.tsx';
import { Unshowable } from './Notices.tsx';
import { Stage } from './Stage.tsx';
import { SAVING_WORDS, type Tool, TOOLS } from './tools.ts';
import { type Reading, useReader } from './useReader.ts';
import { useSaving } from './useSaving.ts';

const LeaveDialog = lazy(() => import('./LeaveDialog.tsx'));

/** Marks that nobody saved are not lost without a question. */
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
  const use = useStable(doing.use);
  const save = useStable(doing.save);
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
        label: 'Put the tool away',
        keys: 'Escape',
        where: 'page',
        keyOnly: true,
        run: () => use('select'),
      },
      { label: 'Save the marks', keys: 'mod+s', where: 'page', run: () => save() },
    ];
  }, [use, save, mayMark]);
  useCommands(keys);
}

function Place({ position }: Pick<Reading, 'position'>) {
  if (!position) return null;
  return (
    <p className={classes.note}>
      Page {position.page} of {position.pages}
    </p>
  );
}

interface MarkingProps {
  document: OpenedDocument;
  content: ArrayBuffer;
}

/** A file that is here: read by everybody, marked up by whoever may save it. */
export function Marking({ document, content }: MarkingProps) {
  const mayMark = document.abilities.save;
  const reading = useReader(content, mayMark);
  const { container, reader, broken, position, tool } = reading;
  const { state, save } = useSaving(document, reading);
  const use = (next: Tool) => reader?.use(next);
  useKeys({ use, save: () => void save() }, mayMark);
  if (broken) return <Unshowable document={document} />;
  const tools = mayMark && <Tools tool={tool} onTool={use} />;
  const zoom = <Zoom scale={position?.scale ?? 1} onZoom={(by) => reader?.zoom(by)} />;
  return (
    <>
      <Bar document={document} note={<Place position={position} />}>
        <div className={classes.above}>
          {tools}
          {zoom}
        </div>
        {mayMark ? (
          <div className={classes.saving}>
            <output className={classes.state}>{SAVING_WORDS[state]}</output>
            <Button
              disabled={state !== 'unsaved'}
              loading={state === 'saving'}
              onClick={() => void save()}
            >
              Save
            </Button>
          </div>
        ) : (
          <span className={classes.readOnly}>Read only</span>
        )}
      </Bar>
      <Stage container={container} position={position} />
      <div className={classes.below}>
        {tools}
        {zoom}
      </div>
      <LeaveGuard unsaved={state === 'unsaved' || state === 'saving'} />
    </>
  );
}
