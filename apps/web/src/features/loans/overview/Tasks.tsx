import type { Element, Loan } from '@cairn/contract';
import {
  type Icon,
  IconAlertTriangle,
  IconCheck,
  IconChevronDown,
  IconSend,
  IconUpload,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { routes } from '../../../app/routes.ts';
import { formatModified } from '../../../format/dates.ts';
import { personName } from '../../../format/names.ts';
import { useNow } from '../../../kit/clock.ts';
import { EmptyState } from '../../../kit/EmptyState.tsx';
import { StatusChip } from '../../../kit/StatusChip.tsx';
import { statusOf } from '../../elements/status.ts';
import classes from './Overview.module.css';
import { type TaskGroup, type TaskKind, tasksOf } from './tasks.ts';

const LOOKS: Record<TaskKind, { icon: Icon; hue: string }> = {
  accept: { icon: IconCheck, hue: 'blue' },
  needsAttention: { icon: IconAlertTriangle, hue: 'orange' },
  upload: { icon: IconUpload, hue: 'gray' },
  submitted: { icon: IconSend, hue: 'blue' },
};
/** More than this and a group would hide the next one. */
const SHOWN = 5;

interface GroupProps {
  group: TaskGroup;
  loan: Loan;
  asBorrower: boolean;
}

function whoOf(loan: Loan, id: string | null): string {
  const role = loan.loanRoles.find(({ user }) => user.id === id);
  return role ? personName(role.user) : '';
}

type RowProps = Omit<GroupProps, 'group'> & { task: Element };

function TaskRow({ task, loan, asBorrower }: RowProps) {
  const now = useNow();
  const since = task.answer?.answeredDate ?? task.lastModifiedDate;
  const entity = loan.loanEntities.find(({ entityId }) => entityId === task.sherpaEntityId);
  return (
    <li className={classes.task}>
      <Link
        to={routes.loan}
        params={{ loanId: loan.id }}
        search={{ view: 'package', ...(task.parentId ? { folder: task.parentId } : {}) }}
        className={classes.taskName}
      >
        {task.title}
      </Link>
      <span className={classes.about}>{entity?.name}</span>
      <span className={classes.about}>
        {whoOf(loan, task.answer?.answeredByUserId ?? task.assignedToUserId)}
      </span>
      <span className={classes.since}>{formatModified(since, now)}</span>
      <StatusChip {...statusOf(task, asBorrower)} />
    </li>
  );
}

function Group({ group, loan, asBorrower }: GroupProps) {
  // What waits on the other side is there to be looked up, not in the way.
  const [open, setOpen] = useState(asBorrower || group.kind !== 'upload');
  const [all, setAll] = useState(false);
  const { icon: GroupIcon, hue } = LOOKS[group.kind];
  const { tasks } = group;
  const shown = all ? tasks : tasks.slice(0, SHOWN);
  return (
    <section className={classes.group} aria-label={group.title}>
      <header className={classes.groupHead}>
        <span className={classes.tile} data-hue={hue} aria-hidden>
          <GroupIcon size={16} stroke={1.9} />
        </span>
        <h3>{group.title}</h3>
        <span className={classes.count}>{tasks.length}</span>
        <span className={classes.groupNote}>{group.note}</span>
        {open && tasks.length > SHOWN && (
          <button type="button" className={classes.all} onClick={() => setAll(!all)}>
            {all ? 'Show fewer' : `View all ${tasks.length}`}
          </button>
        )}
        {group.kind === 'upload' && !asBorrower && (
          <button
            type="button"
            className={classes.fold}
            aria-expanded={open}
            aria-label={`Requests in ${group.title}`}
            onClick={() => setOpen(!open)}
          >
            <IconChevronDown size={18} stroke={1.7} aria-hidden />
          </button>
        )}
      </header>
      {open && (
        <ul className={classes.tasks}>
          {shown.map((task) => (
            <TaskRow key={task.id} task={task} loan={loan} asBorrower={asBorrower} />
          ))}
        </ul>
      )}
    </section>
  );
}

interface TasksProps {
  loan: Loan;
  elements: Element[];
  asBorrower: boolean;
}

/** What waits for whom in this loan. */
export function Tasks({ loan, elements, asBorrower }: TasksProps) {
  const groups = tasksOf(elements, asBorrower);
  if (groups.length === 0) {
    return (
      <div className={classes.group}>
        <EmptyState title={elements.length > 1 ? 'All caught up' : 'Nothing asked for yet'}>
          {elements.length > 1
            ? 'Everything that was asked for is there and approved.'
            : 'Requested documents appear here.'}
        </EmptyState>
      </div>
    );
  }
  return (
    <>
      {groups.map((group) => (
        <Group key={group.kind} group={group} loan={loan} asBorrower={asBorrower} />
      ))}
    </>
  );
}
