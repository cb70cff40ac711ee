import { Button } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { RowsSkeleton } from '../../ui/Skeleton.tsx';
import { useCall } from '../../lib/useCall.ts';
import { useDelayed } from '../../lib/useDelayed.ts';
import classes from './AdminPage.module.css';
import { ApplicationRoles } from './ApplicationRoles.tsx';
import { CompanyForm } from './CompanyForm.tsx';
import { PageTitle } from '../../ui/Page.tsx';
import { ReminderSettings } from './ReminderSettings.tsx';
import { SharePointSettings } from './SharePointSettings.tsx';

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
      <PageTitle>Company profile</PageTitle>
      <p className={classes.text}>
        {company.abilities.edit
          ? 'What borrowers see, and settings for everyone in the company.'
          : 'Only an owner of the company can change this.'}
      </p>
      <CompanyForm key={company.id} company={company} />
      <ApplicationRoles key={`roles of ${company.id}`} company={company} />
      <ReminderSettings key={`reminders of ${company.id}`} companyId={company.id} />
      <SharePointSettings key={`sharepoint of ${company.id}`} companyId={company.id} />
    </>
  );
}
