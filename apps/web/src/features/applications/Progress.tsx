import type { LoanApplication } from '@cairn/contract';
import { IconCheck } from '@tabler/icons-react';
import { clsx } from 'clsx';
import { formatModified } from '../../format/dates.ts';
import { personName } from '../../format/names.ts';
import { useNow } from '../../kit/clock.ts';
import classes from './Applications.module.css';

/** What has happened to an application, and what comes next. */
export function Progress({ application }: { application: LoanApplication }) {
  const now = useNow();
  const { state, applicationLenderUserReferred: referred } = application;
  const events: [string, string | null][] = [
    ['Begun', application.createdDate],
    ['Sent in', application.applicationSubmittedAt],
    ['Read by the lender', application.applicationReviewStartedAt],
    [
      state === 'REJECTED' ? 'Not accepted' : state === 'ACCEPTED' ? 'Accepted' : 'Answered',
      application.applicationResponseAt,
    ],
  ];
  return (
    <section className={classes.card} aria-label="How it stands">
      <h2 className={classes.heading}>How it stands</h2>
      <ol className={classes.timeline}>
        {events.map(([label, at]) => (
          <li key={label} className={classes.event} {...(at && { 'data-done': '' })}>
            <span className={classes.mark} data-standing={at ? 'done' : 'open'}>
              {at && <IconCheck size={14} stroke={2} aria-hidden />}
            </span>
            {label}
            {at ? <time dateTime={at}>{formatModified(at, now)}</time> : <span>Not yet</span>}
          </li>
        ))}
      </ol>
      {application.responseMessage && (
        <p className={classes.answer}>{application.responseMessage}</p>
      )}
      {referred && (
        <p className={clsx(classes.text, classes.spaced)}>
          {personName(referred)} takes it further.
        </p>
      )}
    </section>
  );
}
