import type { ApplicationSummary } from '@cairn/contract';
import { LOAN_TYPES } from '@cairn/contract/constants';
import { Link } from '@tanstack/react-router';
import { routes } from '../../app/routes.ts';
import { formatModified } from '../../format/dates.ts';
import { formatMoney } from '../../format/money.ts';
import { useNow } from '../../kit/clock.ts';
import { StatusChip } from '../../kit/StatusChip.tsx';
import classes from './Applications.module.css';
import { chipOf } from './states.ts';

const whenOf = ({ state, createdDate, ...dates }: ApplicationSummary, now: Date): string => {
  if (state === 'DRAFT') return `Begun ${formatModified(createdDate, now)}`;
  const at = dates.applicationResponseAt ?? dates.applicationSubmittedAt ?? createdDate;
  const done = dates.applicationResponseAt ? 'Answered' : 'Sent in';
  return `${done} ${formatModified(at, now)}`;
};

/** Applications as the people who made them look for them. */
export function ApplicationCards({ applications }: { applications: ApplicationSummary[] }) {
  const now = useNow();
  return (
    <ul className={classes.applications} aria-label="Applications">
      {applications.map((application) => (
        <li key={application.id}>
          <Link
            to={routes.application}
            params={{ lenderId: application.lenderId, loanId: application.loanId }}
            className={classes.application ?? ''}
          >
            <span className={classes.words}>
              <span className={classes.name}>{application.name}</span>
              <span className={classes.note}>
                {[
                  application.lenderName,
                  application.amount !== null && formatMoney(application.amount),
                  LOAN_TYPES[application.loanType],
                  whenOf(application, now),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            </span>
            <StatusChip {...chipOf(application.state)} />
          </Link>
        </li>
      ))}
    </ul>
  );
}
