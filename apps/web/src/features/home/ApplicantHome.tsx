import type { ApplicationSummary, Element, LoanSummary, LoggedUser } from '@cairn/contract';
import type { FactQuestion } from '@cairn/contract/needs-list';
import { DESKTOP_BREAKPOINT_PX, LOAN_TYPES } from '@cairn/contract/constants';
import { Box, Flex, Stack, Text, VisuallyHidden } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconChevronRight, IconCircleCheck, IconEye, IconInbox } from '@tabler/icons-react';
import { useQueries } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import {
  lazy,
  type ReactNode,
  startTransition,
  Suspense,
  useDeferredValue,
  useEffect,
  useState,
} from 'react';
import { routes } from '../../lib/routes.ts';
import { formatDay } from '../../lib/format/dates.ts';
import { formatMoney } from '../../lib/format/money.ts';
import { personName } from '../../lib/format/names.ts';
import { useStore } from '../../lib/store.ts';
import { ProgressRing } from '../../ui/Progress.tsx';
import { RowsSkeleton } from '../../ui/Skeleton.tsx';
import { callOptions } from '../../lib/useCall.ts';
import { sentAnswers } from '../documents/sentAnswers.ts';
import { useRefusedDrops } from '../documents/useRefusedDrops.ts';
import { isUnlocking, unlocking } from '../documents/enteredPasswords.ts';
import { FolderKindIcon } from '../elements/FolderKindIcon.tsx';
import { HomeApplications, useOpenApplications } from '../loan-applications/HomeApplications.tsx';
import { LoanListView } from '../loans/LoanListView.tsx';
import { MyLoansPage } from '../loans/MyLoansPage.tsx';
import { useLenderBrand } from '../loans/useLenderBrand.tsx';
import { type LoanList, useLoanList } from '../loans/useLoanList.ts';
import { openQuestions, useFactQuestions } from '../needs-list/factQuestions.ts';
import classes from './ApplicantHome.module.css';
import { FactCards } from './FactCards.tsx';
import { HomeHeader } from './HomeHeader.tsx';
import { HandedOverCard, type PeopleById, SentCard, TaskCard } from './TaskCard.tsx';
import {
  firstDue,
  firstTasks,
  licensePerson,
  loansWithTasks,
  repeatedTitles,
  type TaskGroup,
  type Tasks,
  tasksOf,
} from './tasks.ts';
import { useUser } from '../../lib/useUser.ts';
import type { AnsweredListProps } from './AnsweredList.tsx';

const AnsweredList = lazy(() => import('./AnsweredList.tsx'));

/** Number of loans whose tasks are shown here. Users with more loans find the others in the list of all loans. */
const LOANS_SHOWN = 3;
/** ID of the list of all loans, used as the target of a link. */
const ALL_LOANS = 'all-loans';
/** Maximum number of cards for each loan. A borrower starts with at most 25 requests. */
const TASKS_SHOWN = 30;
/**
 * Number of cards, over all loans, that render immediately: more than fit on a phone's screen. The others render in a
 * deferred update, which user input can interrupt.
 */
const FIRST_CARDS = 6;

/** At most `most` loans, those with something to send first, plus those with answers that were just sent. */
export function useLoansWithTasks(loans: readonly LoanSummary[], most: number) {
  return loansWithTasks(loans, most, new Set(useStore(sentAnswers).values()));
}

/** The tasks of each loan, for this user. */
export function useLoanTasks(loans: LoanSummary[], userId: string) {
  const queries = useQueries({
    queries: loans.map(({ id }) => callOptions('listElements', { params: { id } })),
  });
  const passwords = useStore(unlocking);
  const sentIds = useStore(sentAnswers);
  const questions = useFactQuestions(loans, userId);
  const recent = {
    isHeld: ({ answer }: Element): boolean =>
      answer?.document ? isUnlocking(passwords, answer.document) : false,
    isSent: ({ id }: Element): boolean => sentIds.has(id),
  };
  return loans.map((loan, index) => {
    const query = queries[index]!;
    const elements = query.data?.elements;
    const ownQuestions = questions[index] ?? null;
    const isKnown = elements !== undefined && ownQuestions !== null;
    return {
      loan,
      query,
      elements,
      questions: ownQuestions ?? [],
      tasks: isKnown ? tasksOf(elements, userId, recent) : null,
    };
  });
}

/** Number of requests and questions that are waiting for this user. */
export const thingsLeft = (perLoan: ReturnType<typeof useLoanTasks>): number =>
  perLoan.reduce(
    (sum, { tasks, questions }) => sum + (tasks?.todo.length ?? 0) + openQuestions(questions),
    0,
  );

const countsOf = (perLoan: ReturnType<typeof useLoanTasks>) => ({
  left: thingsLeft(perLoan),
  due: firstDue(perLoan.flatMap(({ tasks }) => tasks?.todo ?? [])),
  sent: perLoan.reduce((sum, { tasks }) => sum + (tasks?.sent ?? 0), 0),
  approved: perLoan.reduce((sum, { tasks }) => sum + (tasks?.approved ?? 0), 0),
});

interface GroupProps {
  loan: LoanSummary;
  group: TaskGroup;
  /** Number of this group's cards that render now. */
  cards: number;
  elements: readonly Element[];
  people: PeopleById;
  /** The ID of the only request on the page whose card is highlighted. */
  firstId: string | undefined;
  /** True if the heading above already shows the loan's name. */
  named: boolean;
}

function Group({ loan, group, cards, elements, people, firstId, named }: GroupProps) {
  const { todo, handedOver, sent } = group;
  const twice = repeatedTitles(group);
  const ownName = personName(useUser());
  const folderOf = ({ title, parentId }: Element) =>
    twice.has(title) ? elements.find(({ id }) => id === parentId)?.title : undefined;
  const others = handedOver.length > 0 ? 'With others' : 'All sent';
  const count = todo.length > 0 ? `${todo.length} to do` : others;
  return (
    <section className={classes.group}>
      <Flex component="h3" align="center" gap="xs" fz="subsection" lh="subsection" mb="xs" fw={600}>
        <FolderKindIcon type={group.kind} size={18} />
        {group.name ?? (named ? 'About the loan' : loan.name)}
        <Text span size="table" ml="auto" c="dimmed">
          {count}
        </Text>
      </Flex>
      <Flex component="ul" className={classes.tasks} direction="column" gap="s10">
        {todo.slice(0, cards).map((element) => (
          <TaskCard
            key={element.id}
            loan={loan}
            element={element}
            people={people}
            folder={folderOf(element)}
            licensePersonId={licensePerson(element, elements, ownName)}
            first={element.id === firstId}
          />
        ))}
        {sent.map((element) => (
          <SentCard key={element.id} element={element} />
        ))}
        {handedOver.slice(0, Math.max(0, cards - todo.length)).map((element) => (
          <HandedOverCard key={element.id} element={element} people={people} />
        ))}
      </Flex>
    </section>
  );
}

/** A count that expands into the list of its documents. */
function Answered({ children, ...list }: AnsweredListProps & { children: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <li>
      <details onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary className={classes.summary}>
          {children}
          <IconChevronRight
            size={17}
            stroke={1.7}
            aria-hidden
            style={{ transform: `rotate(${isOpen ? 270 : 90}deg)` }}
          />
        </summary>
        <Suspense fallback={null}>{isOpen && <AnsweredList {...list} />}</Suspense>
      </details>
    </li>
  );
}

interface LoanTasksProps {
  loan: LoanSummary;
  elements: readonly Element[];
  tasks: Tasks;
  questions: readonly FactQuestion[];
  firstId: string | undefined;
  /** With several loans, each section shows the name of its loan. */
  named: boolean;
  /** Number of this loan's cards that render immediately. */
  atOnce: number;
}

function LoanTasks(props: LoanTasksProps) {
  const { loan, elements, tasks, questions, firstId, named, atOnce } = props;
  const people = new Map(loan.team.map(({ user }) => [user.id, user]));
  const shownGroups = firstTasks(tasks.groups, TASKS_SHOWN);
  const drawn = useDeferredValue(TASKS_SHOWN, atOnce);
  const cardsBefore = (index: number): number =>
    shownGroups
      .slice(0, index)
      .reduce((sum, { todo, handedOver }) => sum + todo.length + handedOver.length, 0);
  const more = tasks.todo.length - shownGroups.reduce((sum, { todo }) => sum + todo.length, 0);
  const sentBack = shownGroups.filter(({ isSentBack }) => isSentBack).length;
  const cards = shownGroups.map((group, index) => (
    <Group
      key={`${group.isSentBack} ${group.kind} ${group.name}`}
      loan={loan}
      group={group}
      cards={Math.max(0, drawn - cardsBefore(index))}
      elements={elements}
      people={people}
      firstId={firstId}
      named={named}
    />
  ));
  const open = {
    to: routes.loan,
    params: { loanId: loan.id },
    search: { view: 'package' },
  } as const;
  return (
    <section className={classes.loan} aria-label={`To do for ${loan.name}`}>
      {named ? (
        <h2 className={classes.heading}>{loan.name}</h2>
      ) : (
        <VisuallyHidden component="h2">To do</VisuallyHidden>
      )}
      {cards.slice(0, sentBack)}
      <FactCards loanId={loan.id} questions={questions} />
      {cards.slice(sentBack)}
      <Flex component="ul" className={classes.tasks} direction="column" gap="s10">
        {more > 0 && (
          <li>
            <Link {...open} className={classes.summary ?? ''}>
              <strong>{more === 1 ? '1 more document' : `${more} more documents`}</strong>
              <IconChevronRight size={17} stroke={1.7} aria-hidden />
            </Link>
          </li>
        )}
        {tasks.sent > 0 && (
          <Answered elements={elements} state="inReview">
            <IconEye color="var(--blue-dot)" size={18} stroke={1.7} aria-hidden />
            <strong>{tasks.sent} in review</strong>
          </Answered>
        )}
        {tasks.approved > 0 && (
          <Answered elements={elements} state="approved">
            <IconCircleCheck color="var(--green-dot)" size={18} stroke={1.7} aria-hidden />
            <strong>Documents Accepted</strong> {tasks.approved} done
          </Answered>
        )}
      </Flex>
    </section>
  );
}

/** The open tasks of each loan. The first request on the page is highlighted. */
export function LoanTaskLists({ perLoan }: { perLoan: ReturnType<typeof useLoanTasks> }) {
  useRefusedDrops();
  const firstId = perLoan.find(({ tasks }) => tasks?.todo[0])?.tasks?.todo[0]?.id;
  return perLoan.map(
    ({ loan, elements, tasks, questions }, index) =>
      tasks && (
        <LoanTasks
          key={loan.id}
          loan={loan}
          elements={elements ?? []}
          tasks={tasks}
          questions={questions}
          firstId={firstId}
          named={perLoan.length > 1}
          atOnce={Math.max(0, FIRST_CARDS - thingsLeft(perLoan.slice(0, index)))}
        />
      ),
  );
}

/** The specification prescribes the document labels [R322]. */
function LoanCard({ loan }: { loan: LoanSummary }) {
  const { totalFiles, totalAnsweredFiles, totalApprovedFiles } = loan.packageTotals;
  const officer = loan.team.find(({ role }) => role === 'LENDER')?.user;
  const facts: [string, string][] = [
    ['Uploaded Documents', `${totalAnsweredFiles} of ${totalFiles}`],
    ['Accepted Documents', `${totalApprovedFiles} of ${totalFiles}`],
    ...(officer ? ([['Loan officer', personName(officer)]] as [string, string][]) : []),
    ['Phase', loan.loanPhase.name],
    ...(loan.closeDate ? ([['Closing', formatDay(loan.closeDate)]] as [string, string][]) : []),
  ];
  return (
    <Link to={routes.loan} params={{ loanId: loan.id }} className={classes.card ?? ''}>
      <Flex component="span" align="center" gap={14} mb={14}>
        <ProgressRing answered={loan.percentageAnswered} approved={loan.percentageApproved} />
        <span>
          <Text span size="subsection" display="block" fw={600}>
            {loan.name}
          </Text>
          <Text span size="table" c="var(--ink-2)">
            {[loan.amount !== null && formatMoney(loan.amount), LOAN_TYPES[loan.loanType]]
              .filter(Boolean)
              .join(' ')}
          </Text>
        </span>
      </Flex>
      <Flex component="span" direction="column" gap="s6">
        {facts.map(([label, value]) => (
          <Flex key={label} component="span" justify="space-between" gap="md" fz="table" lh="table">
            <Box component="span" c="var(--ink-3)">
              {label}
            </Box>
            <span>{value}</span>
          </Flex>
        ))}
      </Flex>
    </Link>
  );
}

/** A draft is waiting for the applicant, so it is shown above the tasks. */
const isDraft = ({ state }: ApplicationSummary): boolean => state === 'DRAFT';

/** The list of all loans. A phone shows it only if some loans have no card, there are no loans, or loading failed. */
function AllLoans({ list }: { list: LoanList }) {
  const isWide = useMediaQuery(`(width >= ${DESKTOP_BREAKPOINT_PX}px)`, true, {
    getInitialValueInEffect: false,
  });
  const { length } = list.loans ?? [];
  const haveCards = length > 0 && length <= LOANS_SHOWN && !list.isError;
  if (haveCards && !isWide) return null;
  return (
    <section className={classes.all} id={ALL_LOANS}>
      <h2 className={classes.heading}>My Loans</h2>
      <LoanListView
        list={list}
        label="My Loans"
        empty={{ title: 'No loans yet', text: 'A loan you are invited to appears here.' }}
      />
    </section>
  );
}

/**
 * Follows `isReady` in a transition, which renders in small steps. Rendering all cards in one task would block a slow
 * phone.
 */
function useInSteps(isReady: boolean): boolean {
  const [isDrawn, setDrawn] = useState(isReady);
  useEffect(() => startTransition(() => setDrawn(isReady)), [isReady]);
  return isDrawn;
}

/**
 * The page appears only when all of its data is loaded: content that arrives later would move cards while the user taps
 * them.
 */
function BorrowerHome({ user }: { user: LoggedUser }) {
  const list = useLoanList({});
  const { shown: running, othersOpen } = useLoansWithTasks(list.loans ?? [], LOANS_SHOWN);
  const perLoan = useLoanTasks(running, user.id);
  const applications = useOpenApplications(user);
  const isLoaded = useInSteps(
    list.isError ||
      (list.loans !== undefined &&
        perLoan.every(({ tasks }) => tasks !== null) &&
        applications !== undefined),
  );
  useLenderBrand(
    user.id,
    list.loans?.map(({ lender }) => lender),
  );
  return (
    <Box
      maw="var(--layout-borrowerMax)"
      mx="auto"
      px={{ base: 'var(--layout-mobileGutter)', wide: 'var(--layout-gutter)' }}
      pt={{ base: 'lg', wide: 36 }}
      pb={{ base: 'xl', wide: 56 }}
    >
      <HomeHeader user={user} loans={running} counts={isLoaded ? countsOf(perLoan) : null} />
      {isLoaded ? (
        <>
          <HomeApplications
            applications={(applications ?? []).filter(isDraft)}
            className={classes.drafts ?? ''}
            heading={classes.heading ?? ''}
          />
          <div className={classes.columns}>
            <div>
              <LoanTaskLists perLoan={perLoan} />
              {othersOpen > 0 && (
                <Box mt="s10">
                  <a href={`#${ALL_LOANS}`} className={classes.summary ?? ''}>
                    <strong>{othersOpen === 1 ? '1 more loan' : `${othersOpen} more loans`}</strong>{' '}
                    may need documents
                    <IconChevronRight size={17} stroke={1.7} aria-hidden />
                  </a>
                </Box>
              )}
              {running.length > 0 && (
                <Box mt="s10">
                  <Link to={routes.ownShoebox} className={classes.summary ?? ''}>
                    <IconInbox size={18} stroke={1.7} aria-hidden />
                    <strong>Not sure where a file belongs?</strong> Send it anyway, we’ll sort it
                    <IconChevronRight size={17} stroke={1.7} aria-hidden />
                  </Link>
                </Box>
              )}
            </div>
            <Stack gap="md" mt={{ base: 0, wide: 34 }}>
              {running.map((loan) => (
                <LoanCard key={loan.id} loan={loan} />
              ))}
            </Stack>
          </div>
          <HomeApplications
            applications={(applications ?? []).filter((each) => !isDraft(each))}
            className={classes.all ?? ''}
            heading={classes.heading ?? ''}
          />
          <AllLoans list={list} />
        </>
      ) : (
        <RowsSkeleton label="Loading your tasks" rows={6} />
      )}
    </Box>
  );
}

/** Home page of borrowers, applicants and contacts, with their tasks and loans. Other users see their list of loans. */
export function ApplicantHome() {
  const user = useUser();
  const isParty = user.roleLevel !== 'LENDER' && user.roleLevel !== 'ADMIN';
  return isParty ? <BorrowerHome user={user} /> : <MyLoansPage />;
}
