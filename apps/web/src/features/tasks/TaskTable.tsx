import { Flex, Text } from '@mantine/core';
import type { Loan, Task, TaskTitle } from '@cairn/contract';
import { IconInbox } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { clsx } from 'clsx';
import { lazy, Suspense, useMemo } from 'react';
import { routes } from '../../lib/routes.ts';
import { daysUntil, formatDay, formatModified } from '../../lib/format/dates.ts';
import { personName, withoutExtension } from '../../lib/format/names.ts';
import { useNow } from '../../lib/clock.ts';
import { StatusChip } from '../../ui/StatusChip.tsx';
import { FileKind } from '../documents/FileKind.tsx';
import { isClean, type Status, statusOf } from '../elements/status.ts';
import type { BodyProps, Measure } from '../../ui/VirtualRows.tsx';
import classes from './Tasks.module.css';

// The same body as that of a long list of loans.
const VirtualRows = lazy(() => import('../../ui/VirtualRows.tsx'));

const ROW_PX = 52;
const rowHeight = (): number => ROW_PX;
/** They come all at once. */
const atTheEnd = (): void => undefined;
/** Up to so many rows are on the page as they are. */
const SHORT = 80;

function nameOf(loan: Loan, id: string | null): string {
  const role = loan.loanRoles.find(({ user }) => user.id === id);
  return role ? personName(role.user) : '';
}

/** Why it needs attention. */
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

interface RowProps {
  task: Task;
  title: TaskTitle;
  loan: Loan;
  asBorrower: boolean;
  index: number;
  measure: Measure | undefined;
}

/** Where it is done: in the package at the document, or in the shoebox at the file. */
function TaskLink({ task, title, loan }: Pick<RowProps, 'task' | 'title' | 'loan'>) {
  const params = { loanId: loan.id };
  if (title === 'shoeBox') {
    return (
      <Link
        to={routes.loanShoebox}
        params={params}
        search={{ item: task.id }}
        className={classes.name}
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
      className={classes.name}
      data-task
    >
      {task.title}
    </Link>
  );
}

const TO_FILE: Status = { label: 'To file', hue: 'gray', icon: IconInbox };

/** What the scan says comes first, as everywhere. */
const standing = (task: Task, title: TaskTitle, asBorrower: boolean): Status =>
  title === 'shoeBox' && isClean(task) ? TO_FILE : statusOf(task, asBorrower);

/** Tasks about received files show their sender; the others show who is to upload. */
const CAME: readonly TaskTitle[] = ['accept', 'shoeBox'];

function TaskRow({ task, title, loan, asBorrower, index, measure }: RowProps) {
  const { answer, assignedToUserId } = task;
  const by = CAME.includes(title) ? (answer?.answeredByUserId ?? null) : assignedToUserId;
  const reason = reasonOf(task);
  return (
    <tr ref={measure} data-index={index} className={classes.task}>
      <th scope="row">
        <Flex component="span" align="center" gap="sm" miw={0}>
          <FileKind name={answer?.document?.name} />
          <span className={classes.words}>
            <TaskLink {...{ task, title, loan }} />
            {reason && (
              <Text span size="meta" c="dimmed">
                {reason}
              </Text>
            )}
            {task.entityName && <span className={classes.entityBelow}>{task.entityName}</span>}
          </span>
        </Flex>
      </th>
      <td className={classes.entity}>{task.entityName}</td>
      <td className={classes.person}>{nameOf(loan, by)}</td>
      <td className={classes.when}>
        <When task={task} />
      </td>
      <td className={classes.status}>
        <StatusChip {...standing(task, title, asBorrower)} />
      </td>
    </tr>
  );
}

function Head({ title }: Pick<RowProps, 'title'>) {
  return (
    <thead>
      <tr>
        <th scope="col">Document</th>
        <th scope="col" className={classes.entity}>
          Entity
        </th>
        <th scope="col" className={classes.person}>
          {CAME.includes(title) ? 'From' : 'Assignee'}
        </th>
        <th scope="col" className={classes.when}>
          When
        </th>
        <th scope="col" className={classes.status}>
          Status
        </th>
      </tr>
    </thead>
  );
}

interface TaskTableProps extends Pick<RowProps, 'title' | 'loan' | 'asBorrower'> {
  tasks: readonly Task[];
  label: string;
  /** Column headers, for a standalone list. */
  head?: boolean;
}

/** A document a row, each the way to it in the package. */
export function TaskTable({ tasks, label, head = false, ...shared }: TaskTableProps) {
  const keys = useMemo(() => tasks.map(({ id }) => id), [tasks]);
  const renderLine: BodyProps['renderLine'] = (index, measure) => {
    const task = tasks[index] as Task;
    return <TaskRow key={task.id} {...shared} task={task} index={index} measure={measure} />;
  };
  return (
    <table
      className={classes.table}
      aria-label={label}
      data-of-loan={tasks.every(({ entityName }) => entityName === null) || undefined}
    >
      {head && <Head title={shared.title} />}
      {tasks.length <= SHORT ? (
        <tbody>{keys.map((_, index) => renderLine(index))}</tbody>
      ) : (
        <Suspense fallback={<tbody />}>
          <VirtualRows
            keys={keys}
            height={rowHeight}
            renderLine={renderLine}
            onNearEnd={atTheEnd}
            bring={null}
          />
        </Suspense>
      )}
    </table>
  );
}
