import { Text } from '@mantine/core';
import type { LoanApplication } from '@cairn/contract';
import { IconCheck } from '@tabler/icons-react';
import { formatModified } from '../../lib/format/dates.ts';
import { personName } from '../../lib/format/names.ts';
import { useNow } from '../../lib/clock.ts';
import classes from './LoanApplications.module.css';
import { clsx } from 'clsx';
import { cardFrame } from '../../ui/Card.tsx';

/** The history of an application and its next step. */
export function Progress({ application }: { application: LoanApplication }) {
  const now = useNow();
  const { state, applicationLenderUserReferred: referred } = application;
  const events: [string, string | null][] = [
    ['Started', application.createdDate],
    ['Submitted', application.applicationSubmittedAt],
    ['In review', application.applicationReviewStartedAt],
    [
      state === 'REJECTED' ? 'Declined' : state === 'ACCEPTED' ? 'Accepted' : 'Decision',
      application.applicationResponseAt,
    ],
  ];
  return (
    <section className={clsx(cardFrame, classes.card)} aria-label="Status">
      <Text component="h2" size="section" fw={600} mb="sm" lts="var(--tracking-section)">
        Status
      </Text>
      <ol>
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
        <Text
          size="body"
          mt="sm"
          py={14}
          px="md"
          bdrs="md"
          bg="var(--sunken)"
          style={{ whiteSpace: 'pre-wrap' }}
        >
          {application.responseMessage}
        </Text>
      )}
      {referred && (
        <Text size="body" c="var(--ink-2)" mt="md">
          {personName(referred)} is your contact.
        </Text>
      )}
    </section>
  );
}
