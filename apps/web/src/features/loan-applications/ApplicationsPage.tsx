import { Button, Group } from '@mantine/core';
import { Link, useParams } from '@tanstack/react-router';
import { routes } from '../../lib/routes.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { QueryFallback } from '../../ui/QueryFallback.tsx';
import { PageTitle } from '../../ui/Page.tsx';
import { ApplicationCards } from './ApplicationCards.tsx';
import classes from './LoanApplications.module.css';
import { LenderName } from './LenderName.tsx';
import { useApplicationPages } from './useApplicationPages.ts';
import { ShowMore } from '../../ui/ShowMore.tsx';

/** The user's applications at one lender. */
export function ApplicationsPage() {
  const { lenderId } = useParams({ from: `/shell${routes.applications}` });
  const list = useApplicationPages('listApplications', { query: { lenderId } });
  const { applications } = list;
  const begin = (
    <Button renderRoot={(props) => <Link {...props} to={routes.applyNew} params={{ lenderId }} />}>
      Apply for a loan
    </Button>
  );
  return (
    <div className={classes.narrow}>
      <LenderName lenderId={lenderId} />
      <Group align="flex-end" justify="space-between" gap="s20" mb="s20" style={{ rowGap: 12 }}>
        <PageTitle>Your applications</PageTitle>
        {applications && applications.length > 0 && begin}
      </Group>
      <QueryFallback
        query={list}
        loading="Loading your applications"
        failed="Your applications could not be loaded"
      />
      {applications?.length === 0 && (
        <EmptyState title="No applications yet" action={begin}>
          It takes a few minutes to start, and you can stop anytime.
        </EmptyState>
      )}
      {applications && <ApplicationCards applications={applications} />}
      <ShowMore list={list} mt="md" />
    </div>
  );
}
