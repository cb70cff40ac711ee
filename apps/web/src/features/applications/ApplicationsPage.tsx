import { Button } from '@mantine/core';
import { Link, useParams } from '@tanstack/react-router';
import { routes } from '../../app/routes.ts';
import { EmptyState } from '../../kit/EmptyState.tsx';
import { NotThere } from '../../kit/NotThere.tsx';
import { ApplicationCards } from './ApplicationCards.tsx';
import classes from './Applications.module.css';
import { LenderName } from './LenderName.tsx';
import { useApplicationPages } from './useApplicationPages.ts';

/** What somebody applied for at one lender. */
export function ApplicationsPage() {
  const { lenderId } = useParams({ from: `/shell${routes.applications}` });
  const list = useApplicationPages('listApplications', { query: { lenderId } });
  const { applications, hasNextPage, fetchNextPage, isFetchingNextPage } = list;
  const begin = (
    <Button renderRoot={(props) => <Link {...props} to={routes.applyNew} params={{ lenderId }} />}>
      Apply for a loan
    </Button>
  );
  return (
    <div className={classes.narrow}>
      <LenderName lenderId={lenderId} />
      <div className={classes.head}>
        <h1 className={classes.title}>Your applications</h1>
        {applications && applications.length > 0 && begin}
      </div>
      <NotThere
        query={list}
        loading="Loading your applications"
        failed="Your applications could not be loaded"
      />
      {applications?.length === 0 && (
        <EmptyState title="No application yet" action={begin}>
          It takes a few minutes to begin, and you can stop at any time.
        </EmptyState>
      )}
      {applications && <ApplicationCards applications={applications} />}
      {hasNextPage && (
        <Button
          variant="default"
          className={classes.foot ?? ''}
          loading={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          Show more
        </Button>
      )}
    </div>
  );
}
