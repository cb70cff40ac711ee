import type { Employee } from '@cairn/contract';
import { Button } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { useAdministered } from '../../app/admin/useAdministered.ts';
import { routes } from '../../app/routes.ts';
import { personName } from '../../format/names.ts';
import { Avatar } from '../../kit/Avatar.tsx';
import { EmptyState } from '../../kit/EmptyState.tsx';
import { RowsSkeleton } from '../../kit/Skeleton.tsx';
import { StatusChip } from '../../kit/StatusChip.tsx';
import { useCall } from '../../kit/useCall.ts';
import { useDelayed } from '../../kit/useDelayed.ts';
import { AccessPanel } from './AccessPanel.tsx';
import { BackToPeople } from './BackToPeople.tsx';
import { EditForm } from './EditForm.tsx';
import classes from './People.module.css';
import { UploadLinkPanel } from './UploadLinkPanel.tsx';
import { statusChip } from './words.ts';

interface PersonProps {
  companyId: string;
  person: Employee;
}

function Person({ companyId, person }: PersonProps) {
  const { user } = useAdministered();
  const works = person.status === 'ACTIVE' || person.status === 'LOCKED';
  return (
    <>
      <div className={classes.who}>
        <Avatar person={person} size={32} />
        <div className={classes.lines}>
          <h1 className={classes.title}>{personName(person)}</h1>
          <span className={classes.meta}>{person.emailAddress}</span>
        </div>
        <StatusChip {...statusChip(person)} />
      </div>
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
      <BackToPeople companyId={companyId} />
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
        <EmptyState title="Nobody by that address works here">
          They may have accepted their invitation, or been removed. The list has everybody.
        </EmptyState>
      )}
      {person && <Person key={person.id} companyId={companyId} person={person} />}
    </>
  );
}
