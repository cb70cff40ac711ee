import { Stack, Text } from '@mantine/core';
import type { ApplicationSummary } from '@cairn/contract';
import { LOAN_TYPES } from '@cairn/contract/constants';
import { Link } from '@tanstack/react-router';
import { routes } from '../../lib/routes.ts';
import { formatModified } from '../../lib/format/dates.ts';
import { formatMoney } from '../../lib/format/money.ts';
import { useNow } from '../../lib/clock.ts';
import { StatusChip } from '../../ui/StatusChip.tsx';
import classes from './LoanApplications.module.css';
import { chipOf } from './states.ts';

const whenOf = ({ state, createdDate, ...dates }: ApplicationSummary, now: Date): string => {
  if (state === 'DRAFT') return `Started ${formatModified(createdDate, now)}`;
  const at = dates.applicationResponseAt ?? dates.applicationSubmittedAt ?? createdDate;
  const step = dates.applicationResponseAt ? 'Decision' : 'Submitted';
  return `${step} ${formatModified(at, now)}`;
};

/** A borrower's applications as a list of links. */
export function ApplicationCards({ applications }: { applications: ApplicationSummary[] }) {
  const now = useNow();
  return (
    <Stack component="ul" gap="s10" aria-label="Applications">
      {applications.map((application) => (
        <li key={application.id}>
          <Link
            to={routes.application}
            params={{ lenderId: application.lenderId, loanId: application.loanId }}
            className={classes.application ?? ''}
          >
            <span className={classes.words}>
              <span className={classes.name}>{application.name}</span>
              <Text component="span" display="block" size="meta" c="dimmed">
                {[
                  application.lenderName,
                  application.amount !== null && formatMoney(application.amount),
                  LOAN_TYPES[application.loanType],
                  whenOf(application, now),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </Text>
            </span>
            <StatusChip {...chipOf(application.state)} />
          </Link>
        </li>
      ))}
    </Stack>
  );
}
