import { Flex } from '@mantine/core';
import type { Element, Loan } from '@cairn/contract';
import { APPLICATION_STATES } from '@cairn/contract/loan-application-terms';
import { LOAN_STATUSES, LOAN_TYPES } from '@cairn/contract/constants';
import { ENTITY_KINDS, ENTITY_LABELS } from '@cairn/contract/entity-fields';
import { Link } from '@tanstack/react-router';
import { clsx } from 'clsx';
import {
  closeDistance,
  daysInPhase,
  daysUntil,
  formatDate,
  formatDay,
  formatModified,
} from '../../lib/format/dates.ts';
import { routes } from '../../lib/routes.ts';
import { formatMoney } from '../../lib/format/money.ts';
import { personName } from '../../lib/format/names.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { useNow } from '../../lib/clock.ts';
import { mayAdminister } from '../../lib/roles.ts';
import { useCall } from '../../lib/useCall.ts';
import { useUser } from '../../lib/useUser.ts';
import { ActivityList } from '../audit/ActivityList.tsx';
import { countDocuments } from '../elements/packageTree.ts';
import { KindTile } from '../entities/kinds.tsx';
import { isRunning } from '../loans/loanGroups.ts';
import { ROLE_NAMES } from '../loan-members/memberText.ts';
import { membersOf } from '../loans/members.ts';
import { ReviewStatus } from './ReviewStatus.tsx';
import classes from './Overview.module.css';
import { Fact } from '../../ui/DescriptionList.tsx';

function Facts({ loan, asBorrower }: { loan: Loan; asBorrower: boolean }) {
  const template = loan.template?.name ?? loan.templateProjectName;
  return (
    <section className={classes.block}>
      <h2>Loan</h2>
      <dl aria-label="About the loan">
        <Fact label="Status">{LOAN_STATUSES[loan.status]}</Fact>
        <Fact label="Review">
          <ReviewStatus loan={loan} />
        </Fact>
        <Fact label="Loan type">{LOAN_TYPES[loan.loanType]}</Fact>
        {loan.loanPurpose && <Fact label="Purpose">{loan.loanPurpose}</Fact>}
        {loan.amount !== null && <Fact label="Amount">{formatMoney(loan.amount)}</Fact>}
        <Fact label="Lender">{loan.companyName}</Fact>
        {template && <Fact label="Template">{template}</Fact>}
        {loan.applicationState && (
          <Fact label="Application">
            <Link
              to={asBorrower ? routes.application : routes.loanApplication}
              params={{ loanId: loan.id, lenderId: loan.companyId }}
            >
              {APPLICATION_STATES[loan.applicationState]}
            </Link>
          </Fact>
        )}
      </dl>
    </section>
  );
}

function Dates({ loan }: { loan: Loan }) {
  const now = useNow();
  const { closeDate } = loan;
  const past = closeDate !== null && isRunning(loan) && daysUntil(closeDate, now) < 0;
  return (
    <section className={classes.block}>
      <h2>Key dates</h2>
      <dl>
        <Fact label="Close date">
          {closeDate === null ? 'Not set' : formatDay(closeDate)}
          {closeDate !== null && (isRunning(loan) || daysUntil(closeDate, now) >= 0) && (
            <span className={clsx(classes.distance, past && classes.past)}>
              {closeDistance(closeDate, now)}
            </span>
          )}
        </Fact>
        <Fact label="Entered phase">
          {formatDate(loan.phaseEnteredDate)}
          <span className={classes.distance}>{daysInPhase(loan.phaseEnteredDate, now)}</span>
        </Fact>
        <Fact label="Created">{formatDate(loan.createdDate)}</Fact>
        <Fact label="Modified">
          {formatModified(loan.lastModifiedDate, now)}
          {loan.lastModifiedByUser && (
            <span className={classes.distance}>by {personName(loan.lastModifiedByUser)}</span>
          )}
        </Fact>
      </dl>
    </section>
  );
}

function Entities({ loan, elements }: { loan: Loan; elements: Element[] }) {
  if (loan.loanEntities.length === 0) return null;
  return (
    <section className={classes.block}>
      <h2>Entities</h2>
      <Flex component="ul" direction="column" gap="sm" mt="sm" p={0} style={{ listStyle: 'none' }}>
        {loan.loanEntities.map(({ id, entityId, name, sherpaEntityType, label }) => {
          const entityElements = elements.filter(
            ({ sherpaEntityId }) => sherpaEntityId === entityId,
          );
          const { answered, total } = countDocuments(entityElements);
          return (
            <Flex key={id} component="li" gap="s10" align="center">
              <KindTile kind={sherpaEntityType} />
              <Flex
                component="span"
                className={classes.itemWords}
                direction="column"
                fz="table"
                lh="table"
                miw={0}
                flex={1}
              >
                <span>{name}</span>
                <span>{label ? ENTITY_LABELS[label] : ENTITY_KINDS[sherpaEntityType]}</span>
              </Flex>
              {total > 0 && (
                <span className={classes.figureOf} title={`${answered} of ${total} answered`}>
                  {answered}/{total}
                </span>
              )}
            </Flex>
          );
        })}
      </Flex>
    </section>
  );
}

const rolesOf = ({ loanRoles }: Loan, userId: string): string[] =>
  loanRoles.filter(({ user }) => user.id === userId).map(({ role }) => ROLE_NAMES[role]);

function People({ loan }: { loan: Loan }) {
  return (
    <section className={classes.block}>
      <h2>People</h2>
      <Flex component="ul" direction="column" gap="sm" mt="sm" p={0} style={{ listStyle: 'none' }}>
        {membersOf(loan).map((user) => (
          <Flex key={user.id} component="li" gap="s10" align="center">
            <Avatar person={user} size={26} />
            <Flex
              component="span"
              className={classes.itemWords}
              direction="column"
              fz="table"
              lh="table"
              miw={0}
              flex={1}
            >
              <span>{personName(user)}</span>
              <span>{rolesOf(loan, user.id).join(', ')}</span>
            </Flex>
          </Flex>
        ))}
      </Flex>
    </section>
  );
}

const LATEST = 8;

function Activity({ loanId }: { loanId: string }) {
  const user = useUser();
  const { data } = useCall('listLoanActivity', {
    params: { id: loanId },
    query: { limit: LATEST },
  });
  if (!data) return null;
  return (
    <section className={classes.block} aria-label="Activity">
      <Flex justify="space-between" align="baseline">
        <h2>Activity</h2>
        {mayAdminister(user) && (
          <Link to={routes.loanDeliveries} params={{ loanId }}>
            Emails and texts
          </Link>
        )}
      </Flex>
      <ActivityList entries={data.happened} />
    </section>
  );
}

/** Sidebar of a loan: facts, dates, people and recent activity. */
export function Side(props: { loan: Loan; elements: Element[]; asBorrower: boolean }) {
  const { loan, elements, asBorrower } = props;
  return (
    <aside className={classes.side} aria-label="Loan summary">
      <Facts loan={loan} asBorrower={asBorrower} />
      <Dates loan={loan} />
      <Entities loan={loan} elements={elements} />
      <People loan={loan} />
      <Activity loanId={loan.id} />
    </aside>
  );
}
