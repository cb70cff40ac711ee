import { Button, Text } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { CompanyPicker } from '../companies/CompanyPicker.tsx';
import { useAdministered } from '../companies/useAdministered.ts';
import { routes } from '../../lib/routes.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Panel } from '../../ui/Card.tsx';
import { PageHeader } from '../../ui/Page.tsx';
import { QueryFallback } from '../../ui/QueryFallback.tsx';
import { useCall } from '../../lib/useCall.ts';
import { AddUserForm } from './AddUserForm.tsx';
import { BackToEmployees } from './BackToEmployees.tsx';
import classes from './Employees.module.css';

function AddLender({ companyId }: { companyId: string }) {
  const navigate = useNavigate();
  const query = useCall('listEmployees', { params: { companyId } });
  const { data } = query;
  const leave = () => void navigate({ to: routes.adminPeople, search: { companyId } });
  if (!data) {
    return (
      <QueryFallback
        query={query}
        loading="Loading the company"
        failed="The company could not be loaded"
        rows={3}
      />
    );
  }
  if (!data.abilities.add) {
    return (
      <EmptyState title="Only owners can add people">
        Ask an owner of {data.company.name} to invite your colleague.
      </EmptyState>
    );
  }
  return (
    <>
      <Text size="table" c="var(--ink-2)" mb="s20">
        We’ll email them an invitation to {data.company.name}. They join when they accept.
      </Text>
      <Panel>
        <AddUserForm companyId={companyId} onAdded={leave} onCancel={leave} />
      </Panel>
    </>
  );
}

export function AddLenderPage() {
  const { companyId } = useAdministered();
  return (
    <>
      <PageHeader back={<BackToEmployees companyId={companyId} />} title="Add a lender" />
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
          Every lender belongs to a company.
        </EmptyState>
      )}
    </>
  );
}
