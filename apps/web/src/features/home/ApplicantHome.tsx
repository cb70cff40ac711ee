import type { Element, LoanSummary, LoggedUser } from '@cairn/contract';
import { LOAN_TYPES } from '@cairn/contract/constants';
import {
  IconChevronRight,
  IconCircleCheck,
  IconEye,
  IconInbox,
  IconUpload,
} from '@tabler/icons-react';
import { useQueries } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { routes } from '../../app/routes.ts';
import { formatDay } from '../../format/dates.ts';
import { formatMoney } from '../../format/money.ts';
import { ProgressRing } from '../../kit/Progress.tsx';
import { RowsSkeleton } from '../../kit/Skeleton.tsx';
import { StatusChip } from '../../kit/StatusChip.tsx';
import { useStore } from '../../kit/store.ts';
import { callOptions } from '../../kit/useCall.ts';
import { useDelayed } from '../../kit/useDelayed.ts';
import { HomeApplications } from '../applications/HomeApplications.tsx';
import { UploadOnCard } from '../documents/UploadButton.tsx';
import { UploadProgress } from '../documents/UploadProgress.tsx';
import { uploads } from '../documents/uploads.ts';
import { statusOf } from '../elements/status.ts';
import { LoanListView } from '../loans/LoanListView.tsx';
import { MyLoansPage } from '../loans/MyLoansPage.tsx';
import { useLoanList } from '../loans/useLoanList.ts';
import classes from './ApplicantHome.module.css';
import { headline, type Tasks, tasksOf } from './tasks.ts';
import { useUser } from '../identity/useUser.ts';

/** Loans whose tasks are shown here; whoever has more finds them in the list. */
const LOANS_SHOWN = 3;
const TASKS_SHOWN = 6;

/** What is asked in each loan, as this person sees it. */
function useTasks(loans: LoanSummary[]) {
  const queries = useQueries({
    queries: loans.map(({ id }) => callOptions('listElements', { params: { id } })),
  });
  return loans.map((loan, index) => {
    const elements = queries[index]?.data?.elements;
    return { loan, tasks: elements ? tasksOf(elements) : null };
  });
}

function TaskCard({ element, first }: { element: Element; first: boolean }) {
  const upload = useStore(uploads).get(element.id);
  const sentBack = element.rejectedByUserId !== null;
  const status = statusOf(element, true);
  const Icon = sentBack ? status.icon : IconUpload;
  const hue = sentBack ? status.hue : 'gray';
  return (
    <li className={classes.task} data-first={first || undefined}>
      <span
        className={classes.tile}
        style={{ color: `var(--${hue}-fg)`, background: `var(--${hue}-bg)` }}
      >
        <Icon size={19} stroke={1.7} aria-hidden />
      </span>
      <div className={classes.what}>
        <p className={classes.name}>
          {element.title}
          {sentBack && <StatusChip {...status} />}
        </p>
        {element.description && <p className={classes.description}>{element.description}</p>}
        {upload && <UploadProgress upload={upload} />}
      </div>
      {upload?.state !== 'sending' && <UploadOnCard element={element} filled={first} />}
    </li>
  );
}

function LoanTasks({ loan, tasks, first }: { loan: LoanSummary; tasks: Tasks; first: boolean }) {
  const more = tasks.todo.length - TASKS_SHOWN;
  const open = {
    to: routes.loan,
    params: { loanId: loan.id },
    search: { view: 'package' },
  } as const;
  return (
    <section className={classes.loan} aria-label={`To do for ${loan.name}`}>
      <h2 className={classes.heading}>{loan.name}</h2>
      <ul className={classes.tasks}>
        {tasks.todo.slice(0, TASKS_SHOWN).map((element, index) => (
          <TaskCard key={element.id} element={element} first={first && index === 0} />
        ))}
        {more > 0 && (
          <li>
            <Link {...open} className={classes.summary ?? ''}>
              <strong>{more} more</strong> in the loan’s package
              <IconChevronRight size={17} stroke={1.7} aria-hidden />
            </Link>
          </li>
        )}
        {tasks.sent > 0 && (
          <li>
            <Link {...open} className={classes.summary ?? ''}>
              <IconEye className={classes.sent} size={18} stroke={1.7} aria-hidden />
              <strong>With the lender</strong> {tasks.sent} being reviewed
              <IconChevronRight size={17} stroke={1.7} aria-hidden />
            </Link>
          </li>
        )}
        {tasks.approved > 0 && (
          <li>
            <Link {...open} className={classes.summary ?? ''}>
              <IconCircleCheck className={classes.done} size={18} stroke={1.7} aria-hidden />
              <strong>Documents Accepted</strong> {tasks.approved} done
              <IconChevronRight size={17} stroke={1.7} aria-hidden />
            </Link>
          </li>
        )}
      </ul>
    </section>
  );
}

/** The labels are the specification's [R322]. */
function LoanCard({ loan }: { loan: LoanSummary }) {
  const { totalFiles, totalAnsweredFiles, totalApprovedFiles } = loan.packageTotals;
  const facts: [string, string][] = [
    ['Uploaded Documents', `${totalAnsweredFiles} of ${totalFiles}`],
    ['Accepted Documents', `${totalApprovedFiles} of ${totalFiles}`],
    ['Phase', loan.loanPhase.name],
    ...(loan.closeDate ? ([['Closing', formatDay(loan.closeDate)]] as [string, string][]) : []),
  ];
  return (
    <Link to={routes.loan} params={{ loanId: loan.id }} className={classes.card ?? ''}>
      <span className={classes.progress}>
        <ProgressRing answered={loan.percentageAnswered} approved={loan.percentageApproved} />
        <span>
          <span className={classes.cardName}>{loan.name}</span>
          <span className={classes.cardNote}>
            {[loan.amount !== null && formatMoney(loan.amount), LOAN_TYPES[loan.loanType]]
              .filter(Boolean)
              .join(' ')}
          </span>
        </span>
      </span>
      <span className={classes.facts}>
        {facts.map(([label, value]) => (
          <span key={label} className={classes.fact}>
            <span>{label}</span>
            <span>{value}</span>
          </span>
        ))}
      </span>
    </Link>
  );
}

function leadOf(left: number | null, loans: LoanSummary[]): string {
  if (left === null) return '';
  if (left === 0) return 'Nothing is waiting for you. We tell you when something is asked for.';
  const closing = loans[0]?.closeDate;
  const soon =
    closing && loans.length === 1 ? ` and we can keep your ${formatDay(closing)} closing` : '';
  return `Send these${soon || ' to keep your loan moving'}. A phone photo is fine.`;
}

function BorrowerHome({ user }: { user: LoggedUser }) {
  const list = useLoanList({});
  const running = (list.loans ?? []).slice(0, LOANS_SHOWN);
  const perLoan = useTasks(running);
  const known = list.loans !== undefined && perLoan.every(({ tasks }) => tasks !== null);
  const left = known
    ? perLoan.reduce((sum, { tasks }) => sum + (tasks?.todo.length ?? 0), 0)
    : null;
  const withTodo = perLoan.findIndex(({ tasks }) => (tasks?.todo.length ?? 0) > 0);
  const waiting = useDelayed(!known && !list.isError);
  return (
    <div className={classes.page}>
      <header className={classes.head}>
        <h1 className={classes.title}>{headline(user.givenName, left)}</h1>
        <p className={classes.lead}>{leadOf(left, running)}</p>
      </header>
      <div className={classes.columns}>
        <div className={classes.main}>
          {waiting && <RowsSkeleton label="Loading what is asked of you" rows={4} />}
          {perLoan.map(
            ({ loan, tasks }, index) =>
              tasks && (
                <LoanTasks key={loan.id} loan={loan} tasks={tasks} first={index === withTodo} />
              ),
          )}
          {running.length > 0 && (
            <Link to={routes.ownShoebox} className={classes.summary ?? ''}>
              <IconInbox size={18} stroke={1.7} aria-hidden />
              <strong>Not sure where a file belongs?</strong> Put it in your shoebox
              <IconChevronRight size={17} stroke={1.7} aria-hidden />
            </Link>
          )}
        </div>
        <div className={classes.side}>
          {running.map((loan) => (
            <LoanCard key={loan.id} loan={loan} />
          ))}
        </div>
      </div>
      <HomeApplications className={classes.all ?? ''} heading={classes.heading ?? ''} />
      <section className={classes.all}>
        <h2 className={classes.heading}>My Loans</h2>
        <LoanListView
          list={list}
          label="My Loans"
          empty={{ title: 'No loans yet', text: 'A loan you are invited to appears here.' }}
        />
      </section>
    </div>
  );
}

/** For everybody who is not at a lender: what is asked of them, and their loans. */
export function ApplicantHome() {
  const user = useUser();
  const isParty = user.roleLevel !== 'LENDER' && user.roleLevel !== 'ADMIN';
  return isParty ? <BorrowerHome user={user} /> : <MyLoansPage />;
}
