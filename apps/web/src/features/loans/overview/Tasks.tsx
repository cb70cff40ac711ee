import type { Element, Loan, TaskViewer } from '@cairn/contract';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { routes } from '../../../app/routes.ts';
import { EmptyState } from '../../../kit/EmptyState.tsx';
import { useCall } from '../../../kit/useCall.ts';
import { overviewSections } from '../../tasks/sections.ts';
import taskClasses from '../../tasks/Tasks.module.css';
import { Submitted, TaskSections } from '../../tasks/TaskSections.tsx';
import { useTaskKeys } from '../../tasks/useTaskKeys.ts';

interface TasksProps {
  loan: Loan;
  elements: Element[];
  viewer: TaskViewer;
}

/** What waits for whom in this loan: the lender sees both sides, a borrower their own and what is sent. */
export function Tasks({ loan, elements, viewer }: TasksProps) {
  const { userId, asLender } = viewer;
  const waiting = useCall(
    'listLoanShoebox',
    { query: { loanId: [loan.id] } },
    { enabled: asLender },
  ).data?.items;
  const { sections, submitted } = useMemo(
    () => overviewSections(elements, { userId, asLender }, waiting),
    [elements, userId, asLender, waiting],
  );
  const area = useTaskKeys();
  if (sections.length + submitted.length === 0) {
    return (
      <div className={taskClasses.section}>
        <EmptyState title={elements.length > 1 ? 'All caught up' : 'Nothing asked for yet'}>
          {elements.length > 1
            ? 'Everything that was asked for is there and approved.'
            : 'Requested documents appear here.'}
        </EmptyState>
      </div>
    );
  }
  const whose = asLender ? 'everyone' : 'me';
  return (
    <div ref={area} className={taskClasses.sections}>
      <TaskSections sections={sections} loan={loan} whose={whose} asBorrower={!asLender} />
      {submitted.length > 0 && <Submitted tasks={submitted} loan={loan} />}
      <Link to={routes.loanTasks} params={{ loanId: loan.id }} className={taskClasses.allTasks}>
        {asLender ? 'Tasks that wait on me' : 'All my tasks'}
      </Link>
    </div>
  );
}
