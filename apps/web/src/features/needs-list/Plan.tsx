import { Box, Text } from '@mantine/core';
import type { Application, PlannedRequest } from '@cairn/contract';
import { CHANGED_FIELDS, KEPT_REASONS } from '@cairn/contract/needs-list-terms';
import type { ReactNode } from 'react';
import classes from './NeedsList.module.css';
import { becauseWords, missingWords } from './ruleWords.ts';

function Request({ request }: { request: PlannedRequest }) {
  const why = becauseWords(request.because, request.rule);
  return (
    <li className={classes.item}>
      <span>
        {request.path.length > 0 && (
          <Text component="span" size="meta" c="var(--ink-2)">
            {request.path.join(' / ')} /{' '}
          </Text>
        )}
        {request.title}
      </span>
      <Text component="span" size="meta" c="var(--ink-2)">
        {request.hidden ? 'Hidden from the borrower' : ''}
      </Text>
      {why && (
        <Text component="span" size="meta" c="var(--ink-2)">
          {why}
        </Text>
      )}
    </li>
  );
}

function Group({ title, count, children }: { title: string; count: number; children: ReactNode }) {
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

/** What would be done, before it is: all of it, in the words of the people who ask. */
export function Plan({ plan, empty }: { plan: Application; empty?: string }) {
  const { totals } = plan;
  const nothing = totals.added + totals.changed + totals.removed === 0;
  return (
    <div>
      <output className={classes.totals}>
        {nothing ? (
          (empty ?? 'No changes')
        ) : (
          <>
            <span>
              <strong>{totals.added}</strong> requested
            </span>
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
      </output>
      {/* A region that scrolls is reached by keyboard too. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <Box
        component="section"
        mah={420}
        style={{ overflowY: 'auto' }}
        tabIndex={0}
        aria-label="Changes"
      >
        <Group title="Requested" count={totals.added}>
          {plan.added.map((request) => (
            <Request key={keyOf(request)} request={request} />
          ))}
        </Group>
        <Group title="Changed" count={totals.changed}>
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
        </Group>
        <Group title="Moved to trash" count={totals.removed}>
          {plan.removed.map(({ elementId, title }) => (
            <li key={elementId} className={classes.item}>
              {title}
            </li>
          ))}
        </Group>
        <Group title="Unchanged" count={totals.kept}>
          {plan.kept.map(({ elementId, title, why }) => (
            <li key={elementId} className={classes.item}>
              {title}
              <Text component="span" size="meta" c="var(--ink-2)">
                {KEPT_REASONS[why]}
              </Text>
            </li>
          ))}
        </Group>
        <Group title="Needs more information" count={totals.waiting}>
          {plan.waiting.map((request) => (
            <li key={keyOf(request)} className={classes.item}>
              <span>{request.title}</span>
              <Text component="span" size="meta" c="var(--ink-2)">
                {missingWords(request.missing)}
              </Text>
            </li>
          ))}
        </Group>
      </Box>
    </div>
  );
}
