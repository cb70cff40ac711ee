import type { ReviewItem } from '@cairn/contract';
import { Center } from '@mantine/core';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useMemo, useState } from 'react';
import { type Command, useCommands } from '../../lib/commands.ts';
import { routes } from '../../lib/routes.ts';
import { useEventCallback } from '../../lib/useEventCallback.ts';
import { QueryFallback } from '../../ui/QueryFallback.tsx';
import { AllReviewed } from './AllReviewed.tsx';
import { DocumentStage, type Pointed } from './DocumentStage.tsx';
import { QueueList } from './QueueList.tsx';
import classes from './Review.module.css';
import { ReviewBar } from './ReviewBar.tsx';
import { type CheckKind, ReviewDetails } from './ReviewDetails.tsx';
import {
  type Entry,
  entryOf,
  hasFailedCheck,
  isOpen,
  nextShown,
  nextToDecide,
} from './reviewQueue.ts';
import { type Rejection, useReviewQueue } from './useReviewQueue.ts';
import { useReviewers } from './useReviewers.ts';

const SplitPages = lazy(() => import('../split-pages/SplitPages.tsx'));

const route = getRouteApi('/shell/review');

const key = (keys: string, label: string, run: () => unknown): Command => ({
  keys,
  label,
  where: 'page',
  keyOnly: true,
  run,
});

const pointAt = ({ kind, page, words }: ReviewItem['checks'][number]) => ({
  kind,
  pointed: { page: page ?? 1, words: [words ?? ''], turn: 0 },
});
const turned = (pointed: Pointed, by: 1 | -1): Pointed => ({ ...pointed, turn: pointed.turn + by });

const hasPages = (entry: Entry | undefined): boolean =>
  entry?.item.document?.contentState === 'READY' && isOpen(entry);

/** Shows one document at a time in the whole window. The reviewer decides each with a single key. */
export function ReviewPage() {
  const { loanId } = route.useSearch();
  // The key resets the state for another loan, because each loan has its own queue.
  return <Review key={loanId ?? ''} loanId={loanId} />;
}

function Review({ loanId }: { loanId: string | undefined }) {
  const review = useReviewQueue(loanId);
  const { query, queue } = review;
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const [rejecting, setRejecting] = useState(false);
  /** ID of an earlier version, or of another document, that is shown beside or instead of the current document. */
  const [earlier, setEarlier] = useState<string | null>(null);
  /** The check whose words are highlighted, with the step counter for its matches. */
  const [checked, setChecked] = useState<{ kind: CheckKind; pointed: Pointed } | null>(null);
  const [onlyFailed, setOnlyFailed] = useState(false);
  const [splitting, setSplitting] = useState(false);
  const reviewers = useReviewers(queue.current);
  const navigate = useNavigate();
  const entry = entryOf(queue, queue.current);
  const open = queue.entries.filter(isOpen);

  const close = useEventCallback(() => {
    if (loanId === undefined) void navigate({ to: routes.home });
    else void navigate({ to: routes.loan, params: { loanId }, search: { view: 'package' } });
  });
  const move = (act: () => void) => {
    setEarlier(null);
    setChecked(null);
    setRejecting(false);
    act();
  };
  /** The selected documents, or the current one if none is selected. */
  const targetIds = (): string[] => {
    const tickedIds = open.map(({ item }) => item.id).filter((id) => ticked.has(id));
    if (tickedIds.length > 0) return tickedIds;
    return entry && isOpen(entry) ? [entry.item.id] : [];
  };
  /** With the filter on, only documents with a failed check are shown. */
  const isShown = (each: Entry): boolean => !onlyFailed || hasFailedCheck(each);
  const goOn = (ids: readonly string[]): void => {
    const next = nextShown(queue, (each) => isShown(each) && isOpen(each), 1);
    if (onlyFailed && next !== undefined && ids.includes(queue.current ?? '')) review.show(next);
  };
  const settle = (ids: readonly string[]): void => {
    setTicked(new Set());
    setEarlier(null);
    setChecked(null);
    goOn(ids);
  };
  const approve = useEventCallback(() => {
    const ids = targetIds();
    const decision = review.approve(ids);
    if (decision) settle(ids);
    return decision !== undefined;
  });
  const reject = useEventCallback((why: Rejection) => {
    const ids = targetIds();
    review.reject(ids, why);
    settle(ids);
    setRejecting(false);
  });
  const tick = useEventCallback((ids: readonly string[], isTicked: boolean) =>
    setTicked((now) => {
      const next = new Set(now);
      for (const id of ids)
        if (isTicked) next.add(id);
        else next.delete(id);
      return next;
    }),
  );
  const act = useEventCallback((name: 'approve' | 'reject' | 'undo' | 'tick' | 'leave') => {
    if (name === 'leave') return rejecting ? setRejecting(false) : close();
    if (rejecting) return false;
    if (name === 'approve') return approve();
    if (name === 'undo') return void review.undo();
    if (name === 'tick') return entry && tick([entry.item.id], !ticked.has(entry.item.id));
    return targetIds().length > 0 && setRejecting(true);
  });
  const split = useEventCallback(() => !rejecting && hasPages(entry) && setSplitting(true));
  const show = useEventCallback((id: string) => move(() => review.show(id)));
  const walk = useEventCallback((by: 1 | -1) => {
    const next = onlyFailed ? nextShown(queue, isShown, by) : undefined;
    if (!onlyFailed) move(() => review.step(by));
    else if (next !== undefined) show(next);
  });
  const following = nextToDecide(queue, isShown);
  const skip = useEventCallback(() => {
    if (rejecting || following === undefined) return false;
    return show(following);
  });
  const keys = useMemo(
    () => [
      key('j', 'Next document', () => walk(1)),
      key('k', 'Previous document', () => walk(-1)),
      key('ArrowDown', 'Next document', () => walk(1)),
      key('ArrowUp', 'Previous document', () => walk(-1)),
      key('a', 'Approve', () => act('approve')),
      key('r', 'Reject', () => act('reject')),
      key('s', 'Skip: next document to decide', skip),
      key('u', 'Undo the last decision', () => act('undo')),
      key('x', 'Select for bulk approval', () => act('tick')),
      key('p', 'Split pages', split),
      key('Escape', 'Close review', () => act('leave')),
    ],
    [walk, act, split, skip],
  );
  useCommands(keys);

  const count = review.count;
  const decided = queue.entries.length - open.length;
  return (
    <div className={classes.page}>
      <ReviewBar
        position={entry ? queue.entries.indexOf(entry) + 1 : decided}
        count={count}
        decided={decided}
        onClose={close}
      />
      {!query.data && (
        <Center flex={1} style={{ gridColumn: '1 / -1' }}>
          <QueryFallback
            query={query}
            loading="Loading documents to review"
            failed="The documents could not be loaded"
          />
        </Center>
      )}
      {query.data && !entry && (
        <AllReviewed review={review} ofLoan={loanId !== undefined} onClose={close} />
      )}
      {query.data && entry && (
        <>
          <QueueList
            queue={queue}
            total={count}
            names={review.names}
            reviewers={reviewers}
            ticked={ticked}
            onTick={tick}
            onShow={show}
            onlyFailed={onlyFailed}
            limitedToLoans={query.data.limitedToLoans}
            onOnlyFailed={setOnlyFailed}
          />
          <DocumentStage
            queue={queue}
            pointed={checked?.pointed ?? null}
            earlier={earlier}
            onBack={() => setEarlier(null)}
          />
          <ReviewDetails
            key={entry.item.id}
            entry={entry}
            chosen={targetIds().length}
            rejecting={rejecting}
            earlier={earlier}
            checked={checked?.kind ?? null}
            onCheck={(check) => {
              setEarlier(null);
              setChecked(check && pointAt(check));
            }}
            onStepCheck={(by) =>
              setChecked((now) => now && { ...now, pointed: turned(now.pointed, by) })
            }
            lookers={reviewers.filter(({ elementId }) => elementId === entry.item.id)}
            last={review.history.at(-1)}
            onApprove={approve}
            onReject={reject}
            onRejecting={setRejecting}
            onEarlier={setEarlier}
            onUndo={() => void review.undo()}
            onSkip={following === undefined ? undefined : skip}
            onSplit={hasPages(entry) ? split : undefined}
          />
          {splitting && hasPages(entry) && (
            <Suspense>
              <SplitPages
                loanId={entry.item.loanId}
                elementId={entry.item.id}
                documentId={entry.item.document!.id}
                onClose={() => setSplitting(false)}
              />
            </Suspense>
          )}
        </>
      )}
    </div>
  );
}
