import { Stack } from '@mantine/core';
import type { Element, Loan, TaskViewer } from '@cairn/contract';
import { isWithBorrower } from '@cairn/contract/task-terms';
import { lazy, Suspense } from 'react';
import { Segmented } from '../../ui/Segmented.tsx';
import { RowsSkeleton } from '../../ui/Skeleton.tsx';
import type { Counts } from '../elements/packageTree.ts';
import classes from './Overview.module.css';
import { ProgressCard } from './ProgressCard.tsx';
import { Side } from './Side.tsx';
import { Tasks } from './Tasks.tsx';
import type { OverviewView } from './viewChoice.ts';

// Loaded on demand, because most visits only need the tasks.
const EntitiesView = lazy(async () => ({
  default: (await import('../entities/pages.ts')).EntitiesView,
}));
const DetailsView = lazy(async () => ({
  default: (await import('../custom-fields/DetailsView.tsx')).DetailsView,
}));

interface OverviewProps {
  loan: Loan;
  elements: Element[];
  counts: Counts;
  viewer: TaskViewer;
  view: OverviewView;
  onView: (view: OverviewView) => void;
}

const VIEWS = [
  { value: 'tasks', label: 'Tasks' },
  { value: 'entities', label: 'Entities' },
  { value: 'details', label: 'Details' },
] as const;

/** A loan's facts and tasks. Only lenders see the details. */
export default function Overview(props: OverviewProps) {
  const { loan, elements, counts, viewer, view, onView } = props;
  const asBorrower = !viewer.asLender;
  const views = VIEWS.filter(({ value }) => value !== 'details' || !asBorrower);
  return (
    <div className={classes.overview}>
      <Stack className={classes.main} gap="md" align="flex-start">
        <ProgressCard
          loan={loan}
          counts={counts}
          open={elements.filter(isWithBorrower).length}
          asBorrower={asBorrower}
        />
        <Segmented label="View" options={views} value={view} onChange={onView} />
        {view === 'tasks' && <Tasks loan={loan} elements={elements} viewer={viewer} />}
        <Suspense fallback={<RowsSkeleton label="Loading the loan" />}>
          {view === 'entities' && <EntitiesView loanId={loan.id} asBorrower={asBorrower} />}
          {view === 'details' && <DetailsView loanId={loan.id} />}
        </Suspense>
      </Stack>
      <Side loan={loan} elements={elements} asBorrower={asBorrower} />
    </div>
  );
}
