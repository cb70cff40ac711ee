import { Button } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { CompanyPicker } from '../../app/admin/CompanyPicker.tsx';
import { useAdministered } from '../../app/admin/useAdministered.ts';
import { routes } from '../../app/routes.ts';
import { EmptyState } from '../../kit/EmptyState.tsx';
import { useCall } from '../../kit/useCall.ts';
import { AddUserForm } from './AddUserForm.tsx';
import { BackToPeople } from './BackToPeople.tsx';
import classes from './People.module.css';

function AddLender({ companyId }: { companyId: string }) {
  const navigate = useNavigate();
  const { data } = useCall('listEmployees', { params: { companyId } });
  const leave = () => void navigate({ to: routes.adminPeople, search: { companyId } });
  if (!data) return null;
  if (!data.abilities.add) {
    return (
      <EmptyState title="Owners add people">
        Ask an owner of {data.company.name} to invite your colleague.
      </EmptyState>
    );
  }
  return (
    <>
      <p className={classes.lead}>
        We invite them by mail to {data.company.name}. They join when they accept.
      </p>
      <div className={classes.panel}>
        <AddUserForm companyId={companyId} onAdded={leave} onCancel={leave} />
      </div>
    </>
  );
}

export function AddLenderPage() {
  const { companyId } = useAdministered();
  return (
    <>
      <BackToPeople companyId={companyId} />
      <h1 className={classes.title}>Add a lender</h1>
      <div className={classes.picker}>
        <CompanyPicker />
      </div>
      {companyId ? (
        <AddLender companyId={companyId} />
      ) : (
        <EmptyState
          title="Choose a company"
          action={
            <Button variant="default" component={Link} to={routes.adminCompanyCreate}>
              Create a company
            </Button>
          }
        >
          A lender works for one.
        </EmptyState>
      )}
    </>
  );
}
