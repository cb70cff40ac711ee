import type { Loan, TaskTitle } from '@cairn/contract';
import { TASK_LABELS, titleOf } from '@cairn/contract/task-terms';
import { Button } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { NotFoundPage } from '../../app/NotFoundPage.tsx';
import { routes } from '../../app/routes.ts';
import { EmptyState } from '../../kit/EmptyState.tsx';
import { NotThere } from '../../kit/NotThere.tsx';
import { Segmented } from '../../kit/Segmented.tsx';
import { NOBODY } from '../elements/packageFilter.ts';
import { isLenderStaff } from '../identity/roles.ts';
import { LoanFrame } from '../loans/LoanFrame.tsx';
import { isTaskTitle, sectionsOf, type TaskSection, type Whose } from './sections.ts';
import classes from './Tasks.module.css';
import { lookOf, TaskSections, TaskTile } from './TaskSections.tsx';
import { TaskTable } from './TaskTable.tsx';
import { useTaskKeys } from './useTaskKeys.ts';
import { useTasks } from './useTasks.ts';
import { useUser } from '../identity/useUser.ts';

const allRoute = getRouteApi('/shell/loans/$loanId/tasks');
const typeRoute = getRouteApi('/shell/loans/$loanId/tasks/$type');

const WHOSE = [
  { value: 'me', label: 'For me' },
  { value: 'everyone', label: 'Everyone' },
] as const;

/** As the address has it: one's own tasks need no word. */
const searchOf = (whose: Whose) => (whose === 'me' ? {} : { for: whose });

interface CaughtUpProps {
  whose: Whose;
  asBorrower: boolean;
  onWhose: (whose: Whose) => void;
}

/** Nothing waits: on the reader, and maybe on others. */
function CaughtUp({ whose, asBorrower, onWhose }: CaughtUpProps) {
  return (
    <div className={classes.section}>
      <EmptyState
        title="All caught up"
        action={
          whose === 'me' &&
          !asBorrower && (
            <Button variant="default" onClick={() => onWhose('everyone')}>
              Show everyone’s
            </Button>
          )
        }
      >
        {whose === 'me' ? 'Nothing here waits on you.' : 'Nothing here waits on anybody.'}
      </EmptyState>
    </div>
  );
}

interface TitleProps {
  loanId: string;
  type: TaskTitle | undefined;
  whose: Whose;
  section: TaskSection | undefined;
}

function Title({ loanId, type, whose, section }: TitleProps) {
  if (type === undefined) return <h2 className={classes.title}>Tasks</h2>;
  return (
    <div className={classes.where}>
      <nav className={classes.crumbs} aria-label="Where you are">
        <Link to={routes.loanTasks} params={{ loanId }} search={searchOf(whose)}>
          Tasks
        </Link>
        <IconChevronRight size={14} stroke={1.7} aria-hidden />
      </nav>
      <h2 className={classes.title}>
        <TaskTile {...lookOf(type)} />
        {TASK_LABELS[type]}
        {section && <span className={classes.count}>{section.count}</span>}
      </h2>
      {section && <p className={classes.note}>{section.note}</p>}
    </div>
  );
}

/** Many are chosen and given to somebody at once where the documents are. */
function AssignInPackage({ loanId }: { loanId: string }) {
  return (
    <Button
      variant="default"
      renderRoot={(root) => (
        <Link
          {...root}
          to={routes.loan}
          params={{ loanId }}
          search={{ view: 'package', assignee: [NOBODY] }}
        />
      )}
    >
      Choose and assign in the package
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
      <div className={classes.section}>
        <TaskTable
          tasks={tasks}
          title={title}
          label={label}
          loan={loan}
          asBorrower={asBorrower}
          head
        />
      </div>
    </>
  );
}

interface TasksOfLoanProps {
  loanId: string;
  /** One type of work only. */
  type?: TaskTitle;
  asked: Whose;
  onWhose: (whose: Whose) => void;
}

function TasksOfLoan({ loanId, type, asked, onWhose }: TasksOfLoanProps) {
  const user = useUser();
  const asBorrower = !isLenderStaff(user);
  const whose = asBorrower ? 'me' : asked;
  // Read here: what is first read further down, once the loan is there, would be missed before.
  const { data, isPending, isError, refetch } = useTasks(loanId);
  const groups = data?.groups;
  const sections = useMemo(
    () =>
      groups &&
      sectionsOf(groups, whose, user.id).filter(
        ({ title }) => type === undefined || title === type,
      ),
    [groups, whose, user.id, type],
  );
  const [first] = sections ?? [];
  const area = useTaskKeys();
  return (
    <LoanFrame loanId={loanId}>
      {(loan) => (
        <div ref={area} className={classes.page}>
          <header className={classes.top}>
            <Title loanId={loanId} type={type} whose={whose} section={first} />
            {!asBorrower && (
              <Segmented label="Whose tasks" options={WHOSE} value={whose} onChange={onWhose} />
            )}
          </header>
          {!sections && (
            <NotThere
              query={{ isPending, isError, refetch }}
              loading="Loading the tasks"
              failed="The tasks could not be loaded"
            />
          )}
          {sections && !first && <CaughtUp {...{ whose, asBorrower, onWhose }} />}
          {sections && first && type === undefined && (
            <TaskSections {...{ sections, loan, whose, asBorrower }} />
          )}
          {first && type !== undefined && <OneType {...{ loan, asBorrower }} section={first} />}
        </div>
      )}
    </LoanFrame>
  );
}

/** The tasks of a loan, one card for each kind of work. */
export function TasksPage() {
  const { loanId } = allRoute.useParams();
  const { for: asked = 'me' } = allRoute.useSearch();
  const navigate = allRoute.useNavigate();
  return (
    <TasksOfLoan
      loanId={loanId}
      asked={asked}
      onWhose={(whose) => void navigate({ search: searchOf(whose), replace: true })}
    />
  );
}

/** All tasks of one type; a type's own name leads there as well as its title [R181]. */
export function TasksOfTypePage() {
  const { loanId, type } = typeRoute.useParams();
  const { for: asked = 'me' } = typeRoute.useSearch();
  const navigate = typeRoute.useNavigate();
  const title = isTaskTitle(type) ? type : titleOf(type);
  if (title === undefined) return <NotFoundPage />;
  return (
    <TasksOfLoan
      loanId={loanId}
      type={title}
      asked={asked}
      onWhose={(whose) => void navigate({ search: searchOf(whose), replace: true })}
    />
  );
}
