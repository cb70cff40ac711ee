import { Box, Center, Flex, Group, Paper, Text } from '@mantine/core';
import type { Opened, LoanSummary, PhaseCategory, PhaseWithTotals } from '@cairn/contract';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { greetByHour } from '../../lib/format/greetByHour.ts';
import { routes } from '../../lib/routes.ts';
import { closesWhen, hourNow } from '../../lib/format/dates.ts';
import { formatMoneyShort } from '../../lib/format/money.ts';
import { withoutExtension } from '../../lib/format/names.ts';
import { formatCount } from '../../lib/format/numbers.ts';
import { useNow } from '../../lib/clock.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ProgressWithNumber } from '../../ui/Progress.tsx';
import { RowsSkeleton } from '../../ui/Skeleton.tsx';
import { LoanTile } from '../../ui/LoanTile.tsx';
import { PageTitle } from '../../ui/Page.tsx';
import { useCall } from '../../lib/useCall.ts';
import { useDelayed } from '../../lib/useDelayed.ts';
import { FileKind } from '../documents/FileKind.tsx';
import { pipelineCompany } from '../../lib/roles.ts';
import { totalsOf } from '../loans/summary.ts';
import { useLoanList } from '../loans/useLoanList.ts';
import classes from './LenderHome.module.css';
import { useUser } from '../../lib/useUser.ts';
import { RowList, rowLink } from '../../ui/RowList.tsx';

const SHOWN = 8;

const STAGES: { phase: string; title: string; category: PhaseCategory }[] = [
  { phase: 'lead', title: 'Leads', category: 'LEAD' },
  { phase: 'origination', title: 'Origination', category: 'ORIGINATION' },
  { phase: 'portfolio', title: 'Portfolio', category: 'PORTFOLIO' },
  { phase: 'archive', title: 'Archive', category: 'ARCHIVE' },
];

interface StageProps {
  stage: (typeof STAGES)[number];
  phases: PhaseWithTotals[] | undefined;
  waiting: boolean;
}

function Stage({ stage, phases = [], waiting }: StageProps) {
  const inIt = phases
    .filter(({ category }) => category === stage.category)
    .toSorted((one, other) => one.displayOrder - other.displayOrder);
  const { count, amount } = totalsOf(inIt);
  return (
    <Box
      component="section"
      className={classes.stage}
      pt={14}
      px="xs"
      pb="s10"
      aria-label={stage.title}
    >
      <Text component="h2" size="meta" px="xs" fw={500}>
        <Link
          to={routes.loanPhase}
          params={{ phase: stage.phase }}
          className={classes.stageLink ?? ''}
        >
          {stage.title}
        </Link>
      </Text>
      <Flex component="p" align="baseline" justify="space-between" px="xs" mt="s2" mb="xs">
        <Text span size="title" lts="var(--tracking-title)" fw={600}>
          {waiting ? '–' : formatCount(count)}
        </Text>
        <Text span size="meta" c="var(--ink-2)">
          {!waiting && formatMoneyShort(amount)}
        </Text>
      </Flex>
      <Box component="ul" visibleFrom="wide">
        {inIt.map(({ id, name, loanCount }) => (
          <li key={id}>
            <Link
              to={routes.loanPhase}
              params={{ phase: stage.phase }}
              search={{ phase: [id] }}
              className={classes.phase ?? ''}
            >
              <span>{name}</span>
              <span>{formatCount(loanCount ?? 0)}</span>
            </Link>
          </li>
        ))}
      </Box>
    </Box>
  );
}

interface HomePanelProps {
  title: string;
  action?: ReactNode;
  empty: string;
  waiting: boolean;
  children: ReactNode[];
}

function HomePanel({ title, action, empty, waiting, children }: HomePanelProps) {
  const noticeable = useDelayed(waiting);
  return (
    <Paper component="section" className={classes.box} withBorder radius="lg" aria-label={title}>
      <Group className={classes.boxHead} gap={0} wrap="nowrap" justify="space-between">
        <Text component="h2" py="sm" px="md" size="subsection" fw={600}>
          {title}
        </Text>
        {action}
      </Group>
      {noticeable && <RowsSkeleton label={`Loading: ${title}`} rows={3} />}
      {!waiting && children.length === 0 && <EmptyState title={empty} />}
      {children.length > 0 && <RowList>{children}</RowList>}
    </Paper>
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
      <Link to={routes.loan} params={{ loanId: loan.id }} className={rowLink}>
        <LoanTile name={loan.name} color={loan.color} size={30} />
        <Flex component="span" direction="column" flex={1} miw={0}>
          <Text span size="table" truncate fw={500}>
            {loan.name}
          </Text>
          <Text span size="meta" truncate c="dimmed">
            {[loan.loanPhase.name, closes].filter(Boolean).join(', ')}
          </Text>
        </Flex>
        {end}
      </Link>
    </li>
  );
}

function RecentLine({ result }: { result: Opened }) {
  const isLoan = result.kind === 'LOAN';
  const folder = isLoan ? null : result.folderId;
  return (
    <li>
      <Link
        to={routes.loan}
        params={{ loanId: result.loanId }}
        search={isLoan ? {} : { view: 'package', ...(folder && { folder }) }}
        className={rowLink}
      >
        {isLoan ? (
          <LoanTile name={result.title} color={result.color} size={30} />
        ) : (
          <Center component="span" flex="none" w={30} h={30} bdrs="sm">
            <FileKind name={result.fileName ?? undefined} />
          </Center>
        )}
        <Flex component="span" direction="column" flex={1} miw={0}>
          <Text span size="table" truncate fw={500}>
            {result.title}
          </Text>
          <Text span size="meta" truncate c="dimmed">
            {isLoan
              ? `${result.shortCode.toUpperCase()}, ${result.phaseName}`
              : [result.loanName, result.fileName && withoutExtension(result.fileName)]
                  .filter(Boolean)
                  .join(', ')}
          </Text>
        </Flex>
      </Link>
    </li>
  );
}

const files = (count: number): string => (count === 1 ? '1 file' : `${count} files`);

function sentence(waiting: LoanSummary[] | undefined, hasMore: boolean): string {
  if (!waiting) return '';
  if (waiting.length === 0) return 'No files to review.';
  const count = waiting.reduce((sum, loan) => sum + loan.packageTotals.totalFilesToReview, 0);
  const loans = waiting.length === 1 ? '1 loan' : `${waiting.length} loans`;
  return hasMore
    ? `More than ${files(count)} to review.`
    : `${files(count)} to review across ${loans}.`;
}

/** Home page of a lender: loans to review, pinned loans, recently opened items and totals. */
export function LenderHome() {
  const user = useUser();
  const companyId = pipelineCompany(user)?.id ?? '';
  const now = useNow();
  const phases = useCall('listPhases', { params: { companyId } });
  const review = useLoanList({ toReview: 'true' });
  const all = useLoanList({});
  const recent = useCall('listRecent', {});
  const pinned = all.data?.pages[0]?.pinned ?? [];
  return (
    <div className={classes.page}>
      <Box component="header" mb="s20">
        <PageTitle>{greetByHour(user.givenName, hourNow(now))}</PageTitle>
        <Text size="table" mih={20} mt="s2" c="var(--ink-2)">
          {sentence(review.loans, review.hasMore)}
        </Text>
      </Box>
      <Box className={classes.stages} bd="var(--border)" bdrs="lg" bg="var(--subtle)">
        {STAGES.map((stage) => (
          <Stage
            key={stage.phase}
            stage={stage}
            phases={phases.data?.phases}
            waiting={phases.isPending}
          />
        ))}
      </Box>
      <div className={classes.boxes}>
        <HomePanel
          title="Waiting for review"
          action={
            (review.loans ?? []).length > 0 && (
              <Link to={routes.review} className={classes.review ?? ''}>
                Review all
              </Link>
            )
          }
          empty="Nothing to review. You’re all caught up."
          waiting={review.isPending}
        >
          {(review.loans ?? []).slice(0, SHOWN).map((loan) => (
            <LoanLine
              key={loan.id}
              loan={loan}
              now={now}
              end={
                <Text
                  span
                  size="meta"
                  flex="none"
                  px="xs"
                  py="s2"
                  bdrs="sm"
                  bg="var(--blue-bg)"
                  c="var(--blue-fg)"
                  fw={500}
                >
                  {files(loan.packageTotals.totalFilesToReview)}
                </Text>
              }
            />
          ))}
        </HomePanel>
        <HomePanel title="Pinned" empty="Pin a loan to keep it here." waiting={all.isPending}>
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
        </HomePanel>
        <HomePanel
          title="Recently opened"
          empty="Loans you open appear here."
          waiting={recent.isPending}
        >
          {(recent.data?.results ?? []).slice(0, SHOWN).map((result) => (
            <RecentLine key={result.id} result={result} />
          ))}
        </HomePanel>
      </div>
    </div>
  );
}
