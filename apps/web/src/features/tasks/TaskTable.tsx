import type { Loan, Task, TaskTitle } from '@cairn/contract';
import { IconInbox } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { clsx } from 'clsx';
import { useMemo } from 'react';
import { routes } from '../../lib/routes.ts';
import { daysUntil, formatDay, formatModified } from '../../lib/format/dates.ts';
import { personName, withoutExtension } from '../../lib/format/names.ts';
import { useNow } from '../../lib/clock.ts';
import { DataTable } from '../../ui/DataTable.tsx';
import type { Column } from '../../ui/dataTableTypes.ts';
import { rowTarget, RowTitle } from '../../ui/RowTitle.tsx';
import { StatusChip } from '../../ui/StatusChip.tsx';
import { FileKind } from '../documents/FileKind.tsx';
import { isClean, type Status, statusOf } from '../elements/status.ts';
import classes from './Tasks.module.css';

function nameOf(loan: Loan, id: string | null): string {
  const role = loan.loanRoles.find(({ user }) => user.id === id);
  return role ? personName(role.user) : '';
}

/** The reason why the task needs attention. */
function reasonOf({ rejectionReason, status, expirationDate }: Task): string | null {
  if (status === 'EXPIRED') return expirationDate ? `Expired ${formatDay(expirationDate)}` : null;
  return rejectionReason;
}

function When({ task }: { task: Task }) {
  const now = useNow();
  const { dueDate, answer, lastModifiedDate } = task;
  if (dueDate === null) return formatModified(answer?.answeredDate ?? lastModifiedDate, now);
  return (
    <span className={clsx(daysUntil(dueDate, now) < 0 && classes.past)}>
      Due {formatDay(dueDate)}
    </span>
  );
}

interface TaskProps {
  task: Task;
  title: TaskTitle;
  loan: Loan;
}

/** Links to the document in the package, or to the file in the shoebox. */
function TaskLink({ task, title, loan }: TaskProps) {
  const params = { loanId: loan.id };
  if (title === 'shoeBox') {
    return (
      <Link
        to={routes.loanShoebox}
        params={params}
        search={{ item: task.id }}
        className={rowTarget}
        data-task
      >
        {withoutExtension(task.title)}
      </Link>
    );
  }
  return (
    <Link
      to={routes.loan}
      params={params}
      search={{
        view: 'package',
        ...(task.parentId !== null && { folder: task.parentId }),
        item: task.id,
      }}
      className={rowTarget}
      data-task
    >
      {task.title}
    </Link>
  );
}

const TO_FILE: Status = { label: 'To file', hue: 'gray', icon: IconInbox };

/** A shoebox file is ready to be filed only when its scan is clean; until then the scan's status is shown. */
const taskStatus = (task: Task, title: TaskTitle, asBorrower: boolean): Status =>
  title === 'shoeBox' && isClean(task) ? TO_FILE : statusOf(task, asBorrower);

/** Tasks about received files show their sender; the others show who must upload. */
const RECEIVED: readonly TaskTitle[] = ['accept', 'shoeBox'];

interface ColumnsOptions {
  title: TaskTitle;
  loan: Loan;
  asBorrower: boolean;
  hasEntities: boolean;
}

function columnsOf({ title, loan, asBorrower, hasEntities }: ColumnsOptions): Column<Task>[] {
  const isReceived = RECEIVED.includes(title);
  const personOf = ({ answer, assignedToUserId }: Task) =>
    nameOf(loan, isReceived ? (answer?.answeredByUserId ?? null) : assignedToUserId);
  const entity: Column<Task> = {
    id: 'entity',
    header: 'Entity',
    width: '21%',
    hideBelow: 'sm',
    className: classes.fact,
    cell: ({ entityName }) => entityName,
  };
  return [
    {
      id: 'document',
      header: 'Document',
      rowHeader: true,
      cell: (task) => (
        <RowTitle
          start={<FileKind name={task.answer?.document?.name} />}
          title={<TaskLink {...{ task, title, loan }} />}
          meta={reasonOf(task) ?? undefined}
        />
      ),
    },
    ...(hasEntities ? [entity] : []),
    {
      id: 'person',
      header: isReceived ? 'From' : 'Assignee',
      width: '17%',
      hideBelow: 'sm',
      phone: 'hidden',
      className: classes.fact,
      cell: personOf,
    },
    {
      id: 'when',
      header: 'When',
      width: 128,
      align: 'right',
      phone: 'hidden',
      className: classes.fact,
      cell: (task) => <When task={task} />,
    },
    {
      id: 'status',
      header: 'Status',
      width: 172,
      align: 'right',
      phone: 'beside',
      cell: (task) => <StatusChip {...taskStatus(task, title, asBorrower)} />,
    },
  ];
}

interface TaskTableProps {
  tasks: readonly Task[];
  title: TaskTitle;
  loan: Loan;
  asBorrower: boolean;
  label: string;
  /** Shows column headers, for a table that stands alone. */
  head?: boolean;
}

const idOf = ({ id }: Task): string => id;

/** One row per document, with a link to it in the package. */
export function TaskTable({ tasks, title, loan, asBorrower, label, head = false }: TaskTableProps) {
  const hasEntities = tasks.some(({ entityName }) => entityName !== null);
  const columns = useMemo(
    () => columnsOf({ title, loan, asBorrower, hasEntities }),
    [title, loan, asBorrower, hasEntities],
  );
  return (
    <div className={classes.tasks}>
      <DataTable
        label={label}
        rows={tasks}
        rowId={idOf}
        columns={columns}
        density="dense"
        frame="none"
        headHidden={!head}
      />
    </div>
  );
}
