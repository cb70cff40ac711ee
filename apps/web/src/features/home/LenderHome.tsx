import type { Found, LoanSummary, PhaseCategory, PhaseWithTotals } from '@cairn/contract';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { routes } from '../../app/routes.ts';
import { closesWhen, hourNow } from '../../format/dates.ts';
import { formatMoneyShort } from '../../format/money.ts';
import { loanInitials, withoutExtension } from '../../format/names.ts';
import { useNow } from '../../kit/clock.ts';
import { EmptyState } from '../../kit/EmptyState.tsx';
import { ProgressWithNumber } from '../../kit/Progress.tsx';
import { RowsSkeleton } from '../../kit/Skeleton.tsx';
import { useCall } from '../../kit/useCall.ts';
import { useDelayed } from '../../kit/useDelayed.ts';
import { FileKind } from '../documents/FileKind.tsx';
import { pipelineCompany } from '../identity/roles.ts';
import { totalsOf } from '../loans/summary.ts';
import { useLoanList } from '../loans/useLoanList.ts';
import classes from './LenderHome.module.css';
import { greeting } from './tasks.ts';
import { useUser } from '../identity/useUser.ts';

const SHOWN = 8;

const STAGES: { phase: string; title: string; category: PhaseCategory }[] = [
  { phase: 'lead', title: 'Leads', category: 'LEAD' },
  { phase: 'origination', title: 'Origination', category: 'ORIGINATION' },
  { phase: 'portfolio', title: 'Portfolio', category: 'PORTFOLIO' },
  { phase: 'archive', title: 'Archive', category: 'ARCHIVE' },
];

function Stage({ stage, phases }: { stage: (typeof STAGES)[number]; phases: PhaseWithTotals[] }) {
  const inIt = phases
    .filter(({ category }) => category === stage.category)
    .toSorted((one, other) => one.displayOrder - other.displayOrder);
  const { count, amount } = totalsOf(inIt);
  return (
    <section className={classes.stage} aria-label={stage.title}>
      <h2 className={classes.stageTitle}>
        <Link
          to={routes.loanPhase}
          params={{ phase: stage.phase }}
          className={classes.stageLink ?? ''}
        >
          {stage.title}
        </Link>
      </h2>
      <p className={classes.figures}>
        <span className={classes.count}>{count.toLocaleString('en-US')}</span>
        <span className={classes.amount}>{formatMoneyShort(amount)}</span>
      </p>
      <ul className={classes.phases}>
        {inIt.map(({ id, name, loanCount }) => (
          <li key={id}>
            <Link
              to={routes.loanPhase}
              params={{ phase: stage.phase }}
              search={{ phase: [id] }}
              className={classes.phase ?? ''}
            >
              <span>{name}</span>
              <span>{(loanCount ?? 0).toLocaleString('en-US')}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface BoxProps {
  title: string;
  empty: string;
  waiting: boolean;
  children: ReactNode[];
}

function Box({ title, empty, waiting, children }: BoxProps) {
  const noticeable = useDelayed(waiting);
  return (
    <section className={classes.box} aria-label={title}>
      <h2 className={classes.boxTitle}>{title}</h2>
      {noticeable && <RowsSkeleton label={`Loading: ${title}`} rows={3} />}
      {!waiting && children.length === 0 && <EmptyState title={empty} />}
      {children.length > 0 && <ul className={classes.rows}>{children}</ul>}
    </section>
  );
}

interface LoanLineProps {
  loan: LoanSummary;
  now: Date;
  end: ReactNode;
}

function LoanLine({ loan, now, end }: LoanLineProps) {
  const closes = loan.closeDate && closesWhen(loan.closeDate, now);
  return (
    <li>
      <Link to={routes.loan} params={{ loanId: loan.id }} className={classes.row ?? ''}>
        <span className={classes.tile} style={{ background: loan.color }} aria-hidden>
          {loanInitials(loan.name)}
        </span>
        <span className={classes.names}>
          <span className={classes.name}>{loan.name}</span>
          <span className={classes.note}>
            {[loan.loanPhase.name, closes].filter(Boolean).join(', ')}
          </span>
        </span>
        {end}
      </Link>
    </li>
  );
}

function RecentLine({ found }: { found: Found }) {
  const isLoan = found.kind === 'LOAN';
  const folder = isLoan ? null : found.folderId;
  return (
    <li>
      <Link
        to={routes.loan}
        params={{ loanId: found.loanId }}
        search={isLoan ? {} : { view: 'package', ...(folder && { folder }) }}
        className={classes.row ?? ''}
      >
        {isLoan ? (
          <span className={classes.tile} style={{ background: found.color }} aria-hidden>
            {loanInitials(found.title)}
          </span>
        ) : (
          <span className={classes.file}>
            <FileKind name={found.fileName ?? undefined} />
          </span>
        )}
        <span className={classes.names}>
          <span className={classes.name}>{found.title}</span>
          <span className={classes.note}>
            {isLoan
              ? `${found.shortCode.toUpperCase()}, ${found.phaseName}`
              : [found.loanName, found.fileName && withoutExtension(found.fileName)]
                  .filter(Boolean)
                  .join(', ')}
          </span>
        </span>
      </Link>
    </li>
  );
}

const files = (count: number): string => (count === 1 ? '1 file' : `${count} files`);

function sentence(waiting: LoanSummary[] | undefined, hasMore: boolean): string {
  if (!waiting) return '';
  if (waiting.length === 0) return 'Nothing waits for your review.';
  const count = waiting.reduce((sum, loan) => sum + loan.packageTotals.totalFilesToReview, 0);
  const loans = waiting.length === 1 ? 'one loan' : `${waiting.length} loans`;
  return hasMore
    ? `More than ${files(count)} wait for review.`
    : `${files(count)} ${count === 1 ? 'waits' : 'wait'} for review in ${loans}.`;
}

/** Where a lender starts: what waits, what was pinned, what was open last, and how much there is. */
export function LenderHome() {
  const user = useUser();
  const companyId = pipelineCompany(user)?.id ?? '';
  const now = useNow();
  const phases = useCall('listPhases', { params: { companyId } }).data?.phases ?? [];
  const review = useLoanList({ toReview: 'true' });
  const all = useLoanList({});
  const recent = useCall('listRecent', {});
  const pinned = all.data?.pages[0]?.pinned ?? [];
  return (
    <div className={classes.page}>
      <header className={classes.head}>
        <h1 className={classes.title}>{greeting(user.givenName, hourNow(now))}</h1>
        <p className={classes.sentence}>{sentence(review.loans, review.hasMore)}</p>
      </header>
      <div className={classes.stages}>
        {STAGES.map((stage) => (
          <Stage key={stage.phase} stage={stage} phases={phases} />
        ))}
      </div>
      <div className={classes.boxes}>
        <Box
          title="Waiting for review"
          empty="Nothing to review. You’re all caught up."
          waiting={review.isPending}
        >
          {(review.loans ?? []).slice(0, SHOWN).map((loan) => (
            <LoanLine
              key={loan.id}
              loan={loan}
              now={now}
              end={
                <span className={classes.waiting}>
                  {files(loan.packageTotals.totalFilesToReview)}
                </span>
              }
            />
          ))}
        </Box>
        <Box title="Pinned" empty="Pin a loan to keep it here." waiting={all.isPending}>
          {pinned.slice(0, SHOWN).map((loan) => (
            <LoanLine
              key={loan.id}
              loan={loan}
              now={now}
              end={
                <ProgressWithNumber
                  answered={loan.percentageAnswered}
                  approved={loan.percentageApproved}
                />
              }
            />
          ))}
        </Box>
        <Box
          title="Recently opened"
          empty="What you open is listed here."
          waiting={recent.isPending}
        >
          {(recent.data?.results ?? []).slice(0, SHOWN).map((found) => (
            <RecentLine key={found.id} found={found} />
          ))}
        </Box>
      </div>
    </div>
  );
}
