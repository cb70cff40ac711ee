import { Button } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { EmptyState } from '../../kit/EmptyState.tsx';
import { RowsSkeleton } from '../../kit/Skeleton.tsx';
import { useCall } from '../../kit/useCall.ts';
import { useDelayed } from '../../kit/useDelayed.ts';
import classes from './AdminPage.module.css';
import { CompanyForm } from './CompanyForm.tsx';

export function CompanyEditPage() {
  const { companyId } = useParams({ from: '/shell/admin/admin/company/$companyId/edit' });
  const request = { params: { id: companyId } };
  const { data: company, isPending, isError, refetch } = useCall('getCompanyDetails', request);
  const waiting = useDelayed(isPending);
  if (!company) {
    return (
      <>
        {waiting && <RowsSkeleton label="Loading the company" rows={5} />}
        {isError && (
          <EmptyState
            title="The company could not be loaded"
            action={
              <Button variant="default" onClick={() => void refetch()}>
                Try again
              </Button>
            }
          />
        )}
      </>
    );
  }
  return (
    <>
      <h1 className={classes.title}>Company profile</h1>
      <p className={classes.text}>
        {company.abilities.edit
          ? 'How borrowers meet the company, and what holds for everybody who works in it.'
          : 'Only an owner of the company can change this.'}
      </p>
      <CompanyForm key={company.id} company={company} />
    </>
  );
}
