import type { Application, PlannedRequest } from '@cairn/contract';
import { CHANGED_FIELDS, KEPT_REASONS } from '@cairn/contract/applying-words';
import type { ReactNode } from 'react';
import classes from './Applying.module.css';
import { becauseWords, missingWords } from './ruleWords.ts';

function Request({ request }: { request: PlannedRequest }) {
  const why = becauseWords(request.because, request.rule);
  return (
    <li className={classes.item}>
      <span>
        {request.path.length > 0 && (
          <span className={classes.why}>{request.path.join(' / ')} / </span>
        )}
        {request.title}
      </span>
      <span className={classes.why}>{request.hidden ? 'Hidden from the borrower' : ''}</span>
      {why && <span className={classes.why}>{why}</span>}
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
      <ul className={classes.list}>{children}</ul>
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
          (empty ?? 'Nothing changes.')
        ) : (
          <>
            <span>
              <strong>{totals.added}</strong> asked for
            </span>
            {totals.changed > 0 && (
              <span>
                <strong>{totals.changed}</strong> changed
              </span>
            )}
            {totals.removed > 0 && (
              <span>
                <strong>{totals.removed}</strong> into the trash
              </span>
            )}
          </>
        )}
        {totals.waiting > 0 && (
          <span>
            <strong>{totals.waiting}</strong> waiting for something to be known
          </span>
        )}
      </output>
      {/* A region that scrolls is reached by keyboard too. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <section className={classes.scroll} tabIndex={0} aria-label="What changes">
        <Group title="Asked for" count={totals.added}>
          {plan.added.map((request) => (
            <Request key={keyOf(request)} request={request} />
          ))}
        </Group>
        <Group title="Changed" count={totals.changed}>
          {plan.changed.map(({ elementId, title, fields }) => (
            <li key={elementId} className={classes.item}>
              {title}
              <span className={classes.why}>
                {fields
                  .map(
                    ({ field, from, to }) =>
                      `${CHANGED_FIELDS[field]}: ${from || '—'} → ${to || '—'}`,
                  )
                  .join('; ')}
              </span>
            </li>
          ))}
        </Group>
        <Group title="Into the trash" count={totals.removed}>
          {plan.removed.map(({ elementId, title }) => (
            <li key={elementId} className={classes.item}>
              {title}
            </li>
          ))}
        </Group>
        <Group title="Stays as it is" count={totals.kept}>
          {plan.kept.map(({ elementId, title, why }) => (
            <li key={elementId} className={classes.item}>
              {title}
              <span className={classes.why}>{KEPT_REASONS[why]}</span>
            </li>
          ))}
        </Group>
        <Group title="Waiting" count={totals.waiting}>
          {plan.waiting.map((request) => (
            <li key={keyOf(request)} className={classes.item}>
              <span>{request.title}</span>
              <span className={classes.why}>{missingWords(request.missing)}</span>
            </li>
          ))}
        </Group>
      </section>
    </div>
  );
}
