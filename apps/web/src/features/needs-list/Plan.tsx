import { Box, Flex, Group, NativeSelect, Text } from '@mantine/core';
import type { Application, PlannedRequest } from '@cairn/contract';
import { CHANGED_FIELDS, KEPT_REASONS } from '@cairn/contract/needs-list-terms';
import {
  RELEASE_PHASE_CODES,
  RELEASE_PHASES,
  type ReleasePhase,
} from '@cairn/contract/template-terms';
import type { ReactNode } from 'react';
import {
  adjustmentOf,
  countByPhase,
  countLeftOut,
  type Adjustment,
  type Adjustments,
} from './adjustments.ts';
import classes from './NeedsList.module.css';
import { becauseWords, missingWords } from './ruleWords.ts';

/** Set while a loan is created: the lender chooses which requests the loan starts with, and when each is requested. */
interface Adjusting {
  adjustments: Adjustments;
  onAdjust: (request: PlannedRequest, changed: Partial<Adjustment>) => void;
}

const askedFrom = (phase: ReleasePhase | null): string =>
  phase === null ? 'from the start' : `from ${RELEASE_PHASES[phase]}`;

const PHASE_CHOICES = [
  { value: '', label: 'From the start' },
  ...RELEASE_PHASE_CODES.map((value) => ({ value, label: `From ${RELEASE_PHASES[value]}` })),
];

function RequestTitle({ request }: { request: PlannedRequest }) {
  return (
    <span>
      {request.path.length > 0 && (
        <Text component="span" size="meta" c="var(--ink-2)">
          {request.path.join(' / ')} /{' '}
        </Text>
      )}
      {request.title}
    </span>
  );
}

function AdjustableTitle({
  request,
  adjusting,
}: {
  request: PlannedRequest;
  adjusting: Adjusting;
}) {
  const { leftOut, releasePhase } = adjustmentOf(adjusting.adjustments, request);
  return (
    <>
      <Group
        component="label"
        className={classes.choice}
        wrap="nowrap"
        gap="xs"
        {...(leftOut && { 'data-left-out': '' })}
      >
        <input
          type="checkbox"
          checked={!leftOut}
          onChange={(event) =>
            adjusting.onAdjust(request, { leftOut: !event.currentTarget.checked })
          }
        />
        <RequestTitle request={request} />
      </Group>
      <NativeSelect
        size="xs"
        aria-label={`When to ask for ${request.title}`}
        data={PHASE_CHOICES}
        value={releasePhase ?? ''}
        disabled={leftOut}
        onChange={(event) => {
          const phase = event.currentTarget.value as ReleasePhase | '';
          adjusting.onAdjust(request, { releasePhase: phase || null });
        }}
      />
    </>
  );
}

interface RequestRowProps {
  request: PlannedRequest;
  adjusting: Adjusting | undefined;
}

function RequestRow({ request, adjusting }: RequestRowProps) {
  const why = becauseWords(request.because, request.rule);
  const hidden = request.hidden ? 'Hidden from the borrower' : '';
  const notes = (adjusting ? [hidden, why] : [why]).filter(Boolean);
  return (
    <li className={classes.item}>
      {adjusting ? (
        <AdjustableTitle request={request} adjusting={adjusting} />
      ) : (
        <>
          <RequestTitle request={request} />
          <Text component="span" size="meta" c="var(--ink-2)">
            {hidden}
          </Text>
        </>
      )}
      {notes.map((note) => (
        <Text key={note} component="span" size="meta" c="var(--ink-2)">
          {note}
        </Text>
      ))}
    </li>
  );
}

function Section({
  title,
  count,
  children,
}: {
  title: string;
  count: number;
  children: ReactNode;
}) {
  if (count === 0) return null;
  return (
    <section aria-label={title}>
      <h3 className={classes.heading}>
        {title} ({count})
      </h3>
      <Box component="ul">{children}</Box>
    </section>
  );
}

const keyOf = ({ templateElementId, entityId, repeat }: PlannedRequest): string =>
  `${templateElementId} ${entityId} ${repeat}`;

interface PlanProps {
  plan: Application;
  empty?: string;
  adjusting?: Adjusting;
}

/** Preview of the requests that a template will create. */
export function Plan({ plan, empty, adjusting }: PlanProps) {
  const { totals } = plan;
  const leftOut = adjusting ? countLeftOut(adjusting.adjustments, plan.added) : 0;
  const nothing = totals.added + totals.changed + totals.removed === 0;
  return (
    <div>
      <Flex
        component="output"
        className={classes.totals}
        wrap="wrap"
        rowGap="xs"
        columnGap="lg"
        mb="md"
        fz="body"
        lh="body"
      >
        {nothing ? (
          (empty ?? 'No changes')
        ) : (
          <>
            <span>
              <strong>{totals.added - leftOut}</strong> requested
            </span>
            {leftOut > 0 && (
              <span>
                <strong>{leftOut}</strong> left out
              </span>
            )}
            {totals.changed > 0 && (
              <span>
                <strong>{totals.changed}</strong> changed
              </span>
            )}
            {totals.removed > 0 && (
              <span>
                <strong>{totals.removed}</strong> moved to trash
              </span>
            )}
          </>
        )}
        {totals.waiting > 0 && (
          <span>
            <strong>{totals.waiting}</strong> need more information
          </span>
        )}
      </Flex>
      {adjusting && !nothing && (
        <Text size="table" mb="md" c="var(--ink-2)">
          {countByPhase(adjusting.adjustments, plan.added)
            .map(({ phase, count }) => `${count} ${askedFrom(phase)}`)
            .join(', ')}
          . Each is asked for when the loan comes to its phase.
        </Text>
      )}
      {/* Keyboard users can scroll a region only if it is focusable. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <Box
        component="section"
        mah={420}
        style={{ overflowY: 'auto' }}
        tabIndex={0}
        aria-label="Changes"
      >
        <Section title="Requested" count={totals.added}>
          {plan.added.map((request) => (
            <RequestRow key={keyOf(request)} request={request} adjusting={adjusting} />
          ))}
        </Section>
        <Section title="Changed" count={totals.changed}>
          {plan.changed.map(({ elementId, title, fields }) => (
            <li key={elementId} className={classes.item}>
              {title}
              <Text component="span" size="meta" c="var(--ink-2)">
                {fields
                  .map(
                    ({ field, from, to }) =>
                      `${CHANGED_FIELDS[field]}: ${from || '—'} → ${to || '—'}`,
                  )
                  .join('; ')}
              </Text>
            </li>
          ))}
        </Section>
        <Section title="Moved to trash" count={totals.removed}>
          {plan.removed.map(({ elementId, title }) => (
            <li key={elementId} className={classes.item}>
              {title}
            </li>
          ))}
        </Section>
        <Section title="Unchanged" count={totals.kept}>
          {plan.kept.map(({ elementId, title, why }) => (
            <li key={elementId} className={classes.item}>
              {title}
              <Text component="span" size="meta" c="var(--ink-2)">
                {KEPT_REASONS[why]}
              </Text>
            </li>
          ))}
        </Section>
        <Section title="Needs more information" count={totals.waiting}>
          {plan.waiting.map((request) => (
            <li key={keyOf(request)} className={classes.item}>
              <span>{request.title}</span>
              <Text component="span" size="meta" c="var(--ink-2)">
                {missingWords(request.missing)}
              </Text>
            </li>
          ))}
        </Section>
      </Box>
    </div>
  );
}
