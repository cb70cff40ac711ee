import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { CompanyPicker } from '../../app/admin/CompanyPicker.tsx';
import { useAdministered } from '../../app/admin/useAdministered.ts';
import { routes } from '../../app/routes.ts';
import { useNow } from '../../kit/clock.ts';
import { EmptyState } from '../../kit/EmptyState.tsx';
import { NotThere } from '../../kit/NotThere.tsx';
import { useCall } from '../../kit/useCall.ts';
import classes from './People.module.css';
import { PersonRow } from './PersonRow.tsx';
import { inOrder } from './words.ts';

function PeopleTable({ companyId }: { companyId: string }) {
  const { user } = useAdministered();
  const { userId } = useSearch({ strict: false });
  const now = useNow();
  const query = useCall('listEmployees', { params: { companyId } }, { onFailure: () => true });
  const { data } = query;
  if (!data) {
    return (
      <div className={classes.card}>
        <NotThere
          query={query}
          loading="Loading the people of the company"
          failed="The people of this company could not be loaded"
          rows={5}
        />
      </div>
    );
  }
  if (data.employees.length === 0) {
    return (
      <div className={classes.card}>
        <EmptyState title="Nobody works here yet">
          Invite the first owner; they set up everything else.
        </EmptyState>
      </div>
    );
  }
  return (
    <div className={classes.card}>
      <table className={classes.table} aria-label={`People of ${data.company.name}`}>
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">Role</th>
            <th scope="col">Status</th>
            <th scope="col">Last seen</th>
            <th scope="col">
              <span className={classes.unseen}>Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {inOrder(data.employees).map((person) => (
            <PersonRow
              key={person.id}
              companyId={companyId}
              person={person}
              now={now}
              isSelf={person.id === user.id}
              selected={person.id === userId}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function AddButton({ companyId }: { companyId: string }) {
  const navigate = useNavigate();
  const { data } = useCall('listEmployees', { params: { companyId } }, { onFailure: () => true });
  if (!data?.abilities.add) return null;
  // In the address, so that the dialog can be linked to and left by going back.
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

export function PeoplePage() {
  const { companyId } = useAdministered();
  return (
    <>
      <header className={classes.head}>
        <div>
          <h1 className={classes.title}>People</h1>
          <p className={classes.sentence}>
            Who works here, in which role. Owners add and remove people.
          </p>
        </div>
        {companyId && <AddButton companyId={companyId} />}
      </header>
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
          Its people are shown here. A new company starts with its first owner.
        </EmptyState>
      )}
    </>
  );
}
