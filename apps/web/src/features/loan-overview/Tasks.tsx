import { Paper, Stack } from '@mantine/core';
import type { Element, Loan, TaskViewer } from '@cairn/contract';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { routes } from '../../lib/routes.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { useCall } from '../../lib/useCall.ts';
import { overviewSections } from '../tasks/sections.ts';
import taskClasses from '../tasks/Tasks.module.css';
import { SubmittedSection, TaskSections } from '../tasks/TaskSections.tsx';
import { useTaskKeys } from '../tasks/useTaskKeys.ts';

interface TasksProps {
  loan: Loan;
  elements: Element[];
  viewer: TaskViewer;
}

/** Open tasks of a loan. Lenders see the tasks of both sides; borrowers see their own and what they have sent. */
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
      <Paper withBorder radius="lg" w="100%">
        <EmptyState title={elements.length > 1 ? 'All caught up' : 'No documents requested yet'}>
          {elements.length > 1
            ? 'Everything requested is uploaded and approved.'
            : 'Requested documents appear here.'}
        </EmptyState>
      </Paper>
    );
  }
  const scope = asLender ? 'everyone' : 'me';
  return (
    <Stack ref={area} gap="sm">
      <TaskSections sections={sections} loan={loan} scope={scope} asBorrower={!asLender} />
      {submitted.length > 0 && <SubmittedSection tasks={submitted} loan={loan} />}
      <Link to={routes.loanTasks} params={{ loanId: loan.id }} className={taskClasses.allTasks}>
        {asLender ? 'My tasks' : 'All my tasks'}
      </Link>
    </Stack>
  );
}
