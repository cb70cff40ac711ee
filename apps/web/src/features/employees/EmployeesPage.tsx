import type { Employee } from '@cairn/contract';
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import { CompanyPicker } from '../companies/CompanyPicker.tsx';
import { useAdministered } from '../companies/useAdministered.ts';
import { routes } from '../../lib/routes.ts';
import { useNow } from '../../lib/clock.ts';
import { DataTable } from '../../ui/DataTable.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { PageHeader } from '../../ui/Page.tsx';
import { QueryFallback } from '../../ui/QueryFallback.tsx';
import { useCall } from '../../lib/useCall.ts';
import classes from './Employees.module.css';
import { currentRow, employeeColumns } from './employeeColumns.tsx';
import { inOrder } from './employeeStatus.ts';

const idOf = ({ id }: Employee): string => id;

function PeopleTable({ companyId }: { companyId: string }) {
  const { user } = useAdministered();
  const { userId } = useSearch({ strict: false });
  const now = useNow();
  const query = useCall('listEmployees', { params: { companyId } }, { onFailure: () => true });
  const employees = query.data?.employees;
  const rows = useMemo(() => employees && inOrder(employees), [employees]);
  const columns = useMemo(
    () => employeeColumns({ companyId, ownId: user.id, now }),
    [companyId, user.id, now],
  );
  const rowProps = useCallback((person: Employee) => currentRow(person.id === userId), [userId]);
  return (
    <DataTable
      label={`People of ${query.data?.company.name}`}
      rows={rows}
      rowId={idOf}
      columns={columns}
      rowProps={rowProps}
      fallback={
        <QueryFallback
          query={query}
          loading="Loading the people of the company"
          failed="The people of this company could not be loaded"
          rows={5}
        />
      }
      empty={
        <EmptyState title="No people yet">
          Invite the first owner. They set up everything else.
        </EmptyState>
      }
    />
  );
}

function AddButton({ companyId }: { companyId: string }) {
  const navigate = useNavigate();
  const { data } = useCall('listEmployees', { params: { companyId } }, { onFailure: () => true });
  if (!data?.abilities.add) return null;
  // Kept in the URL, so that the dialog can be linked to and the Back button closes it.
  const open = () =>
    void navigate({ to: '.', search: (before) => ({ ...before, addUserModal: '' }) });
  return (
    <Button
      variant="default"
      leftSection={<IconPlus size={16} stroke={1.7} aria-hidden />}
      onClick={open}
    >
      Add person
    </Button>
  );
}

export function EmployeesPage() {
  const { companyId } = useAdministered();
  return (
    <>
      <PageHeader
        title="People"
        lead="The people who work here, and their roles. Only owners can add and remove people."
      >
        {companyId && <AddButton companyId={companyId} />}
      </PageHeader>
      <div className={classes.picker}>
        <CompanyPicker />
      </div>
      {companyId ? (
        <PeopleTable key={companyId} companyId={companyId} />
      ) : (
        <EmptyState
          title="Choose a company"
          action={
            <Button variant="default" component={Link} to={routes.adminCompanyCreate}>
              Create a company
            </Button>
          }
        >
          Its people are listed here. A new company starts with its first owner.
        </EmptyState>
      )}
    </>
  );
}
