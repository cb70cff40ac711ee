import { Text } from '@mantine/core';
import type { Employee } from '@cairn/contract';
import { IconDots } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { type ComponentProps, lazy, Suspense, useState } from 'react';
import { routes } from '../../lib/routes.ts';
import { personName } from '../../lib/format/names.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import type { Column } from '../../ui/dataTableTypes.ts';
import { rowLink, RowTitle } from '../../ui/RowTitle.tsx';
import { LazyMenu, menuLoadedBy } from '../../ui/LazyMenu.tsx';
import { StatusChip } from '../../ui/StatusChip.tsx';
import type { PersonMenu } from './EmployeeMenu.tsx';
import { lastSeen, levelName, statusChip } from './employeeStatus.ts';

const menu = menuLoadedBy<PersonMenu>(() => import('./EmployeeMenu.tsx'));
const RemoveDialog = lazy(() => import('./RemoveEmployeeDialog.tsx'));

interface PersonProps {
  companyId: string;
  person: Employee;
}

function Name({ companyId, person }: PersonProps) {
  const name = personName(person);
  if (!person.abilities.edit) return <span className={rowLink}>{name}</span>;
  return (
    <Link to={routes.adminLenderEdit} params={{ companyId, userId: person.id }} className={rowLink}>
      {name}
    </Link>
  );
}

function Actions({ companyId, person }: PersonProps) {
  const [removing, setRemoving] = useState<'never' | 'open' | 'closed'>('never');
  return (
    <>
      <LazyMenu
        menu={menu}
        label={`Actions for ${personName(person)}`}
        body={{ companyId, person, onRemove: () => setRemoving('open') }}
      >
        <IconDots size={17} stroke={1.7} aria-hidden />
      </LazyMenu>
      {removing !== 'never' && (
        <Suspense fallback={null}>
          <RemoveDialog
            companyId={companyId}
            person={person}
            opened={removing === 'open'}
            onClose={() => setRemoving('closed')}
          />
        </Suspense>
      )}
    </>
  );
}

const scrollTo = (row: HTMLTableRowElement | null) => row?.scrollIntoView({ block: 'center' });

/** Highlights the row of the person in the URL and scrolls it into view. */
export const currentRow = (current: boolean): ComponentProps<'tr'> =>
  current ? { 'aria-current': true, ref: scrollTo } : {};

interface Context {
  companyId: string;
  ownId: string;
  now: Date;
}

export const employeeColumns = ({ companyId, ownId, now }: Context): Column<Employee>[] => [
  {
    id: 'name',
    header: 'Name',
    rowHeader: true,
    cell: (person) => (
      <RowTitle
        start={<Avatar person={person} size={32} />}
        title={<Name companyId={companyId} person={person} />}
        meta={person.jobTitle ? `${person.jobTitle}, ${person.emailAddress}` : person.emailAddress}
      >
        {person.id === ownId && (
          <Text
            component="span"
            size="meta"
            py={0}
            px="var(--space-6)"
            c="var(--ink-2)"
            bg="var(--sunken)"
            bdrs="sm"
          >
            You
          </Text>
        )}
      </RowTitle>
    ),
  },
  { id: 'role', header: 'Role', width: 108, cell: (person) => levelName(person.level) },
  {
    id: 'status',
    header: 'Status',
    width: 172,
    cell: (person) => <StatusChip {...statusChip(person)} />,
  },
  {
    id: 'seen',
    header: 'Last seen',
    width: 148,
    cell: (person) => lastSeen(person, now),
  },
  {
    id: 'actions',
    header: 'Actions',
    headerHidden: true,
    width: 56,
    phone: 'end',
    cell: (person) => <Actions companyId={companyId} person={person} />,
  },
];
