import { Flex, Text } from '@mantine/core';
import type { ReviewingNotice } from '@cairn/contract';
import { IconAlertTriangle, IconCheck, IconCornerUpLeft, IconMinus } from '@tabler/icons-react';
import { memo, useEffect, useRef } from 'react';
import { useNow } from '../../lib/clock.ts';
import { FileKind } from '../documents/FileKind.tsx';
import { type Entry, hasFailedCheck, isOpen, type Queue } from './reviewQueue.ts';
import classes from './Review.module.css';

const HOUR_MS = 3_600_000;

/** How long the document has been waiting, for example "2 h" or "3 d". */
function waitedFor(timestamp: string | null, now: Date): string {
  if (timestamp === null) return '';
  const hours = Math.floor((now.getTime() - new Date(timestamp).getTime()) / HOUR_MS);
  if (hours < 1) return 'now';
  return hours < 24 ? `${hours} h` : `${Math.floor(hours / 24)} d`;
}

const OUTCOMES = {
  APPROVED: { icon: IconCheck, hue: 'green', label: 'Approved' },
  REJECTED: { icon: IconCornerUpLeft, hue: 'red', label: 'Rejected' },
  CLOSED: { icon: IconMinus, hue: 'gray', label: 'No review needed' },
} as const;

export function outcomeText({ outcome }: Entry): string {
  if (!outcome) return '';
  const { label } = OUTCOMES[outcome.state];
  return outcome.by && outcome.state !== 'CLOSED' ? `${label} by ${outcome.by}` : label;
}

interface RowProps {
  entry: Entry;
  isCurrent: boolean;
  isTicked: boolean;
  now: Date;
  lookers: string;
  onTick: (ids: readonly string[], wanted: boolean) => void;
  onShow: (id: string) => void;
}

const Row = memo(function Row({
  entry,
  isCurrent,
  isTicked,
  now,
  lookers,
  onTick,
  onShow,
}: RowProps) {
  const { item, outcome } = entry;
  const at = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isCurrent) at.current?.scrollIntoView({ block: 'nearest' });
  }, [isCurrent]);
  const look = outcome && OUTCOMES[outcome.state];
  return (
    <li
      ref={at}
      className={classes.row}
      data-current={isCurrent || undefined}
      data-decided={outcome ? '' : undefined}
    >
      <input
        type="checkbox"
        className={classes.tick}
        aria-label={`Select ${item.title}`}
        checked={isTicked && !outcome}
        disabled={outcome !== null}
        onChange={(event) => onTick([item.id], event.target.checked)}
      />
      <button
        type="button"
        className={classes.item}
        aria-current={isCurrent || undefined}
        onClick={() => onShow(item.id)}
      >
        {look ? (
          <look.icon
            size={18}
            stroke={2}
            style={{ color: `var(--${look.hue}-fg)`, flex: 'none' }}
            aria-hidden
          />
        ) : (
          <FileKind name={item.document?.name} />
        )}
        <span className={classes.words}>
          <Text span className={classes.title ?? ''} inherit lineClamp={2}>
            {item.title}
          </Text>
          {outcome && <span className={classes.outcome}>{outcomeText(entry)}</span>}
          {lookers && <span className={classes.looker}>{lookers} is looking at it</span>}
        </span>
        {!outcome && hasFailedCheck(entry) && (
          <IconAlertTriangle
            className={classes.alert ?? ''}
            size={16}
            stroke={1.7}
            aria-label="A check failed"
          />
        )}
        {!outcome && <span className={classes.age}>{waitedFor(item.answeredDate, now)}</span>}
      </button>
    </li>
  );
});

interface QueueListProps {
  queue: Queue;
  /** Total number of documents, including those that the list does not contain yet. */
  total: number;
  /** Loan names by loan ID. */
  names: ReadonlyMap<string, string>;
  reviewers: readonly ReviewingNotice[];
  ticked: ReadonlySet<string>;
  onTick: (ids: readonly string[], wanted: boolean) => void;
  onShow: (id: string) => void;
  /** True if only documents with a failed check are listed. */
  onlyFailed: boolean;
  /** The number of loans that the list is limited to; null if it covers all loans. */
  limitedToLoans: number | null;
  onOnlyFailed: (only: boolean) => void;
}

export const QueueList = memo(function QueueList(props: QueueListProps) {
  const { queue, total, names, reviewers, ticked, onTick, onShow, onlyFailed, onOnlyFailed } =
    props;
  const now = useNow();
  const failed = queue.entries.filter(hasFailedCheck);
  const shownEntries = onlyFailed ? failed : queue.entries;
  const groups = [...Map.groupBy(shownEntries, ({ item }) => item.loanId)];
  return (
    <nav className={classes.queue} aria-label="Documents to review">
      {(failed.length > 0 || onlyFailed) && (
        <div className={classes.filters}>
          <button type="button" aria-pressed={!onlyFailed} onClick={() => onOnlyFailed(false)}>
            All {total}
          </button>
          <button type="button" aria-pressed={onlyFailed} onClick={() => onOnlyFailed(true)}>
            <IconAlertTriangle size={14} stroke={1.7} aria-hidden /> Check failed {failed.length}
          </button>
        </div>
      )}
      {groups.map(([loanId, entries]) => {
        const open = entries.filter(isOpen).map(({ item }) => item.id);
        const all = open.length > 0 && open.every((id) => ticked.has(id));
        const name = names.get(loanId) ?? 'Loan';
        return (
          <section key={loanId} aria-label={name}>
            <Flex align="center" gap="xs" pt="sm" px="xs" pb="s6">
              <input
                type="checkbox"
                className={classes.tick}
                aria-label={`Select all of ${name}`}
                checked={all}
                disabled={open.length === 0}
                onChange={(event) => onTick(open, event.target.checked)}
              />
              <h2 className={classes.loanName}>{name}</h2>
            </Flex>
            <ul>
              {entries.map((entry) => (
                <Row
                  key={entry.item.id}
                  entry={entry}
                  isCurrent={entry.item.id === queue.current}
                  isTicked={ticked.has(entry.item.id)}
                  now={now}
                  lookers={reviewers
                    .filter(({ elementId }) => elementId === entry.item.id)
                    .map((each) => each.name)
                    .join(', ')}
                  onTick={onTick}
                  onShow={onShow}
                />
              ))}
            </ul>
          </section>
        );
      })}
      {props.limitedToLoans !== null && (
        <Text size="meta" c="dimmed" px="xs" py="sm">
          Showing the first {props.limitedToLoans} loans by close date. Others follow as you decide.
        </Text>
      )}
    </nav>
  );
});
