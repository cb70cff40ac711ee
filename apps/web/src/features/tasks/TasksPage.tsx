import type { Loan, TaskTitle } from '@cairn/contract';
import { TASK_LABELS, titleOf } from '@cairn/contract/task-terms';
import { Button, Flex, Paper, Text } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { NotFoundPage } from '../../ui/NotFoundPage.tsx';
import { routes } from '../../lib/routes.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { QueryFallback } from '../../ui/QueryFallback.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { CountPill } from '../../ui/CountPill.tsx';
import { UNASSIGNED } from '../elements/packageFilter.ts';
import { isLenderStaff } from '../../lib/roles.ts';
import { LoanFrame } from '../loans/LoanFrame.tsx';
import { useLoanChat } from '../messages/useLoanChat.tsx';
import { CopyTasks } from './CopyTasks.tsx';
import { isTaskTitle, sectionsOf, type TaskSection, type TaskScope } from './sections.ts';
import classes from './Tasks.module.css';
import { lookOf, TaskSections, TaskTile } from './TaskSections.tsx';
import { TaskTable } from './TaskTable.tsx';
import { useTaskKeys } from './useTaskKeys.ts';
import { useTasks } from './useTasks.ts';
import { useUser } from '../../lib/useUser.ts';

const allRoute = getRouteApi('/shell/loans/$loanId/tasks');
const typeRoute = getRouteApi('/shell/loans/$loanId/tasks/$type');

const SCOPES = [
  { value: 'me', label: 'For me' },
  { value: 'everyone', label: 'Everyone' },
] as const;

/** The scope as URL parameter. The default, the user's own tasks, is left out. */
const searchOf = (scope: TaskScope) => (scope === 'me' ? {} : { for: scope });

interface CaughtUpProps {
  scope: TaskScope;
  asBorrower: boolean;
  onScope: (scope: TaskScope) => void;
}

/** Empty state: no tasks for the user, or no tasks at all. */
function CaughtUp({ scope, asBorrower, onScope }: CaughtUpProps) {
  return (
    <Paper withBorder radius="lg" w="100%">
      <EmptyState
        title="All caught up"
        action={
          scope === 'me' &&
          !asBorrower && (
            <Button variant="default" onClick={() => onScope('everyone')}>
              Show everyone’s
            </Button>
          )
        }
      >
        {scope === 'me' ? 'No tasks for you.' : 'No open tasks.'}
      </EmptyState>
    </Paper>
  );
}

interface TitleProps {
  loanId: string;
  type: TaskTitle | undefined;
  scope: TaskScope;
  section: TaskSection | undefined;
}

function Title({ loanId, type, scope, section }: TitleProps) {
  if (type === undefined)
    return (
      <Flex
        component="h2"
        align="center"
        gap="s10"
        fz="section"
        lh="section"
        lts="var(--tracking-section)"
        fw={600}
      >
        Tasks
      </Flex>
    );
  return (
    <Flex className={classes.where} align="center" wrap="wrap" rowGap="s4" columnGap="xs" miw={0}>
      <Flex
        component="nav"
        className={classes.crumbs}
        align="center"
        gap="s6"
        display="inline-flex"
        fz="table"
        lh="table"
        c="dimmed"
        aria-label="Breadcrumb"
      >
        <Link to={routes.loanTasks} params={{ loanId }} search={searchOf(scope)}>
          Tasks
        </Link>
        <IconChevronRight size={14} stroke={1.7} aria-hidden />
      </Flex>
      <Flex
        component="h2"
        align="center"
        gap="s10"
        fz="section"
        lh="section"
        lts="var(--tracking-section)"
        fw={600}
      >
        <TaskTile {...lookOf(type)} />
        {TASK_LABELS[type]}
        {section && <CountPill>{section.count}</CountPill>}
      </Flex>
      {section && (
        <Text className={classes.note} size="meta" miw={0} c="dimmed">
          {section.note}
        </Text>
      )}
    </Flex>
  );
}

/** Link to the package, where requests can be assigned in bulk. */
function AssignInPackage({ loanId }: { loanId: string }) {
  return (
    <Button
      variant="default"
      renderRoot={(root) => (
        <Link
          {...root}
          to={routes.loan}
          params={{ loanId }}
          search={{ view: 'package', assignee: [UNASSIGNED] }}
        />
      )}
    >
      Assign in the package
    </Button>
  );
}

interface OneTypeProps {
  loan: Loan;
  section: TaskSection;
  asBorrower: boolean;
}

function OneType({ loan, section, asBorrower }: OneTypeProps) {
  const { title, label, tasks } = section;
  return (
    <>
      {title === 'assignQuestion' && <AssignInPackage loanId={loan.id} />}
      <Paper withBorder radius="lg" w="100%">
        <TaskTable
          tasks={tasks}
          title={title}
          label={label}
          loan={loan}
          asBorrower={asBorrower}
          head
        />
      </Paper>
    </>
  );
}

interface TasksOfLoanProps {
  loanId: string;
  /** If set, only tasks of this type are shown. */
  type?: TaskTitle;
  requestedScope: TaskScope;
  onScope: (scope: TaskScope) => void;
}

function TasksOfLoan({ loanId, type, requestedScope, onScope }: TasksOfLoanProps) {
  const user = useUser();
  const chat = useLoanChat();
  const asBorrower = !isLenderStaff(user);
  const scope = asBorrower ? 'me' : requestedScope;
  // Called here, because in a child it would run only after the loan is loaded.
  const { data, isPending, isError, refetch } = useTasks(loanId);
  const groups = data?.groups;
  const sections = useMemo(
    () =>
      groups &&
      sectionsOf(groups, scope, user.id).filter(
        ({ title }) => type === undefined || title === type,
      ),
    [groups, scope, user.id, type],
  );
  const [first] = sections ?? [];
  const area = useTaskKeys();
  return (
    <LoanFrame loanId={loanId} chat={chat}>
      {(loan) => (
        <div ref={area} className={classes.page}>
          <Flex
            component="header"
            align="center"
            justify="space-between"
            wrap="wrap"
            rowGap="sm"
            columnGap="md"
            w="100%"
            mih={36}
          >
            <Title loanId={loanId} type={type} scope={scope} section={first} />
            {!asBorrower && (
              <Flex align="center" gap="xs">
                {first && <CopyTasks loanId={loanId} />}
                <Segmented label="Whose tasks" options={SCOPES} value={scope} onChange={onScope} />
              </Flex>
            )}
          </Flex>
          {!sections && (
            <QueryFallback
              query={{ isPending, isError, refetch }}
              loading="Loading the tasks"
              failed="The tasks could not be loaded"
            />
          )}
          {sections && !first && <CaughtUp {...{ scope, asBorrower, onScope }} />}
          {sections && first && type === undefined && (
            <TaskSections {...{ sections, loan, scope, asBorrower }} />
          )}
          {first && type !== undefined && <OneType {...{ loan, asBorrower }} section={first} />}
        </div>
      )}
    </LoanFrame>
  );
}

/** The tasks of a loan, one card for each type. */
export function TasksPage() {
  const { loanId } = allRoute.useParams();
  const { for: requestedScope = 'me' } = allRoute.useSearch();
  const navigate = allRoute.useNavigate();
  return (
    <TasksOfLoan
      loanId={loanId}
      requestedScope={requestedScope}
      onScope={(scope) => void navigate({ search: searchOf(scope), replace: true })}
    />
  );
}

/** All tasks of one type. The URL accepts a task type as well as the title that groups several types [R181]. */
export function TasksOfTypePage() {
  const { loanId, type } = typeRoute.useParams();
  const { for: requestedScope = 'me' } = typeRoute.useSearch();
  const navigate = typeRoute.useNavigate();
  const title = isTaskTitle(type) ? type : titleOf(type);
  if (title === undefined) return <NotFoundPage />;
  return (
    <TasksOfLoan
      loanId={loanId}
      type={title}
      requestedScope={requestedScope}
      onScope={(scope) => void navigate({ search: searchOf(scope), replace: true })}
    />
  );
}
