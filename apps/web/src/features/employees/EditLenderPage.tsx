import type { Employee } from '@cairn/contract';
import { Button, Group, Text } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { useAdministered } from '../companies/useAdministered.ts';
import { routes } from '../../lib/routes.ts';
import { personName } from '../../lib/format/names.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { PageTitle } from '../../ui/Page.tsx';
import { RowsSkeleton } from '../../ui/Skeleton.tsx';
import { StatusChip } from '../../ui/StatusChip.tsx';
import { useCall } from '../../lib/useCall.ts';
import { useDelayed } from '../../lib/useDelayed.ts';
import { AccessPanel } from './AccessPanel.tsx';
import { BackToEmployees } from './BackToEmployees.tsx';
import { EditForm } from './EditEmployeeForm.tsx';
import { UploadLinkPanel } from './UploadLinkPanel.tsx';
import { statusChip } from './employeeStatus.ts';

interface PersonProps {
  companyId: string;
  person: Employee;
}

function Person({ companyId, person }: PersonProps) {
  const { user } = useAdministered();
  const works = person.status === 'ACTIVE' || person.status === 'LOCKED';
  return (
    <>
      <Group gap="sm" mb="s20">
        <Avatar person={person} size={32} />
        <div>
          <PageTitle>{personName(person)}</PageTitle>
          <Text size="meta" c="dimmed">
            {person.emailAddress}
          </Text>
        </div>
        <StatusChip {...statusChip(person)} />
      </Group>
      {person.abilities.edit && <EditForm companyId={companyId} person={person} />}
      {works && (
        <UploadLinkPanel
          companyId={companyId}
          person={person}
          mayRenew={person.abilities.changeLevel || person.id === user.id}
        />
      )}
      <AccessPanel companyId={companyId} person={person} />
    </>
  );
}

export function EditLenderPage() {
  const { companyId, userId } = useParams({ from: `/shell/admin${routes.adminLenderEdit}` });
  const { data, isPending, isError, refetch } = useCall(
    'listEmployees',
    { params: { companyId } },
    { onFailure: () => true },
  );
  const waiting = useDelayed(isPending);
  const person = data?.employees.find(({ id }) => id === userId);
  return (
    <>
      <BackToEmployees companyId={companyId} />
      {waiting && <RowsSkeleton label="Loading the person" rows={4} />}
      {isError && (
        <EmptyState
          title="This person could not be loaded"
          action={
            <Button variant="default" onClick={() => void refetch()}>
              Try again
            </Button>
          }
        />
      )}
      {data && !person && (
        <EmptyState title="No employee with that ID">
          They may have accepted their invitation or been removed. Check the list of people.
        </EmptyState>
      )}
      {person && <Person key={person.id} companyId={companyId} person={person} />}
    </>
  );
}
