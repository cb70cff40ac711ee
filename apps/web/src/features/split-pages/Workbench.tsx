import type { Element } from '@cairn/contract';
import { Stack } from '@mantine/core';
import { useEffect, useMemo, useRef } from 'react';
import { toast } from '../../lib/toast.ts';
import { useAction } from '../../lib/useAction.ts';
import { useCall } from '../../lib/useCall.ts';
import { useEventCallback } from '../../lib/useEventCallback.ts';
import type { PageDrawer } from '../annotator/pageDrawer.ts';
import { LaneCard } from './LaneCard.tsx';
import {
  addFile,
  answersOf,
  changedLanes,
  chooseRequest,
  type Division,
  EMPTY,
  LEFT_OUT,
  MAX_LANES,
  moveSheets,
  type PagedFile,
  pageOf,
  pageRanges,
  problemOf,
  sheetsInOrder,
  shiftSheet,
  turnSheets,
} from './lanes.ts';
import { PagePanel } from './PagePanel.tsx';
import { PageTile } from './PageTile.tsx';
import classes from './SplitPages.module.css';
import { isTaken, suggestionsOf, take } from './suggestions.ts';
import { useDivision } from './useDivision.ts';
import { useSplitKeys } from './useSplitKeys.ts';

/** A link only shows the answer of another request. */
const takesFile = ({ storageType, questionType, deleted, id, elementId }: Element): boolean =>
  storageType === 'FILE' && questionType === null && !deleted && id === elementId;

export interface OpenFile extends PagedFile {
  drawer: PageDrawer;
  /** Proves that opening the file was logged. Calls for its pages need it. */
  ticket: string | undefined;
}

interface WorkbenchProps {
  loanId: string;
  /** The first file is the one that the user chose to split. */
  files: readonly OpenFile[];
  isAdding: boolean;
  onAdd: (file: { documentId: string; elementId: string }) => void;
  onClose: () => void;
}

function useRequests(loanId: string, files: readonly PagedFile[]) {
  const { data } = useCall('listElements', { params: { id: loanId } });
  const requests = useMemo(() => (data?.elements ?? []).filter(takesFile), [data]);
  return useMemo(() => {
    const opened = new Set(files.map(({ documentId }) => documentId));
    const fileOf = ({ answer }: Element) =>
      answer?.document?.contentState === 'READY' ? answer.document : undefined;
    return {
      requests,
      hasAnswer: (id: string) => requests.some((each) => each.id === id && each.answer !== null),
      options: requests.map(({ id, title, answer }) => ({
        value: id,
        label:
          answer && files.every(({ elementId }) => elementId !== id)
            ? `${title} (replaces its file)`
            : title,
      })),
      others: requests.flatMap((each) => {
        const file = fileOf(each);
        return file && !opened.has(file.id) ? [{ value: file.id, label: each.title }] : [];
      }),
    };
  }, [requests, files]);
}

/** Nothing is saved before the user presses Create. */
export function Workbench({ loanId, files, isAdding, onAdd, onClose }: WorkbenchProps) {
  const { requests, hasAnswer, options, others } = useRequests(loanId, files);
  const { division, selected, change, undo, canUndo, select } = useDivision(() =>
    addFile(EMPTY, files, 0),
  );
  const create = useAction('dividePages');
  const root = useRef<HTMLDivElement>(null);
  const current = selected.at(-1)!;
  const takeFile = useEventCallback((index: number) => change(addFile(division, files, index)));
  const last = files.length - 1;
  useEffect(() => {
    if (last > 0) takeFile(last);
  }, [last, takeFile]);
  const focused = useRef<{ sheet: number; division: Division }>(undefined);
  useEffect(() => {
    const { sheet, division: before } = focused.current ?? {};
    // The focus moves even if the same sheet was moved, because it is a different button then.
    if (sheet === current && before === division) return;
    focused.current = { sheet: current, division };
    root.current?.querySelector<HTMLElement>(`[data-sheet="${current}"]`)?.focus();
  });

  const { data: split } = useCall(
    'suggestPageSplit',
    { params: { id: files[0]!.documentId }, query: { ticket: files[0]!.ticket } },
    // The pages can be divided without suggestions.
    { onFailure: () => true },
  );
  const suggestions = useMemo(
    () => (split ? suggestionsOf(split, files, requests) : []),
    [split, files, requests],
  );
  const problem = problemOf(division, files);
  const submit = () => {
    if (problem || create.isPending) return;
    const body = {
      loanId,
      sources: files.map(({ documentId, version }) => ({ documentId, version })),
      answers: answersOf(division, files, hasAnswer),
    };
    create.mutate(
      { body },
      {
        onSuccess: ({ elementIds: { length } }) => {
          toast.success(length === 1 ? 'Answer created' : `${length} answers created`);
          onClose();
        },
      },
    );
  };
  const move = (moved: readonly number[], lane: number, before?: number) =>
    change(moveSheets(division, moved, lane, before));
  const turn = (by: 90 | -90) => change(turnSheets(division, selected, by));
  const onKeyDown = useSplitKeys({
    moveTo: (lane) => move(selected, lane),
    leaveOut: () => move(selected, LEFT_OUT),
    turn,
    shift: (by) => change(shiftSheet(division, current, by)),
    step: (by, toHere) => {
      const order = sheetsInOrder(division);
      const next = order[order.indexOf(current) + by];
      if (next !== undefined) select(next, toHere);
    },
    undo,
    submit,
  });
  const onSelect = useEventCallback(select);
  const dragged = useEventCallback((sheet: number) =>
    selected.includes(sheet) ? selected : [sheet],
  );
  const laneOf = (sheet: number): number =>
    division.lanes.findIndex(({ sheets }) => sheets.includes(sheet));
  const onDropBefore = useEventCallback((moved: readonly number[], before: number) =>
    move(moved, laneOf(before), before),
  );
  const selectedSheets = new Set(selected);
  const tiles = (sheets: readonly number[]) =>
    sheets.map((sheet) => {
      const { source, page } = pageOf(files, sheet);
      return (
        <PageTile
          key={sheet}
          sheet={sheet}
          page={page}
          fileName={source === 0 ? undefined : files[source]!.name}
          turn={division.turns[sheet] ?? 0}
          drawer={files[source]!.drawer}
          isSelected={selectedSheets.has(sheet)}
          isCurrent={sheet === current}
          dragged={dragged}
          onSelect={onSelect}
          onDropBefore={onDropBefore}
        />
      );
    });
  const shownPage = pageOf(files, current);
  const file = files[shownPage.source]!;
  const nextLane = division.lanes.length;
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys for the pages, which are buttons
    <div className={classes.layout} ref={root} onKeyDown={onKeyDown}>
      <Stack gap="md" p="lg" mih={0} bg="var(--canvas)" style={{ overflowY: 'auto' }}>
        {division.lanes.map((lane, index) => (
          <LaneCard
            // Lanes are never removed or reordered.
            // oxlint-disable-next-line react/no-array-index-key
            key={index}
            number={String(index + 1)}
            label={`Answer ${index + 1}`}
            count={lane.sheets.length}
            ranges={pageRanges(lane.sheets, files)}
            request={{
              value: lane.elementId,
              options,
              keepsFile: lane.elementId !== null && hasAnswer(lane.elementId),
              onChoose: (id) => change(chooseRequest(division, index, id)),
            }}
            onDrop={(moved) => move(moved, index)}
          >
            {tiles(lane.sheets)}
          </LaneCard>
        ))}
        {nextLane < MAX_LANES && (
          <LaneCard
            number={String(nextLane + 1)}
            label="Add an answer"
            count={0}
            ranges=""
            isDashed
            onDrop={(moved) => move(moved, nextLane)}
          >
            {null}
          </LaneCard>
        )}
        <LaneCard
          number="0"
          label="Leave out"
          count={division.leftOut.length}
          ranges={pageRanges(division.leftOut, files)}
          isDashed
          onDrop={(moved) => move(moved, LEFT_OUT)}
        >
          {tiles(division.leftOut)}
        </LaneCard>
      </Stack>
      <PagePanel
        page={shownPage.page}
        pages={file.pages}
        fileName={file.name}
        turn={division.turns[current] ?? 0}
        drawer={file.drawer}
        selected={selected.length}
        canUndo={canUndo}
        others={others}
        isAdding={isAdding}
        problem={problem}
        answers={changedLanes(division, files).length}
        isCreating={create.isPending}
        suggestions={suggestions.map((each) => ({ ...each, isTaken: isTaken(each, division) }))}
        onTake={(sheets) => change(sheets.reduce(take, division))}
        onTurn={turn}
        onLeaveOut={() => move(selected, LEFT_OUT)}
        onUndo={undo}
        onAdd={(documentId) => {
          const request = requests.find(({ answer }) => answer?.document?.id === documentId);
          if (request) onAdd({ documentId, elementId: request.id });
        }}
        onCancel={onClose}
        onCreate={submit}
      />
    </div>
  );
}
