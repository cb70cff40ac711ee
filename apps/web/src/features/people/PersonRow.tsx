import type { Employee } from '@cairn/contract';
import { IconDots } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { routes } from '../../app/routes.ts';
import { personName } from '../../format/names.ts';
import { Avatar } from '../../kit/Avatar.tsx';
import { LazyMenu, menuLoadedBy } from '../../kit/LazyMenu.tsx';
import { StatusChip } from '../../kit/StatusChip.tsx';
import classes from './People.module.css';
import type { PersonMenu } from './PersonMenuBody.tsx';
import { lastSeen, levelName, statusChip } from './words.ts';

const menu = menuLoadedBy<PersonMenu>(() => import('./PersonMenuBody.tsx'));
const RemoveDialog = lazy(() => import('./RemoveDialog.tsx'));

interface PersonRowProps {
  companyId: string;
  person: Employee;
  now: Date;
  isSelf: boolean;
  /** The one that the address names. */
  selected: boolean;
}

function Name({ companyId, person, isSelf }: Omit<PersonRowProps, 'now' | 'selected'>) {
  const name = personName(person);
  const link = person.abilities.edit ? (
    <Link
      to={routes.adminLenderEdit}
      params={{ companyId, userId: person.id }}
      className={classes.name ?? ''}
    >
      {name}
    </Link>
  ) : (
    <span className={classes.name}>{name}</span>
  );
  return (
    <span className={classes.nameLine}>
      {link}
      {isSelf && <span className={classes.self}>You</span>}
    </span>
  );
}

export function PersonRow({ companyId, person, now, isSelf, selected }: PersonRowProps) {
  const row = useRef<HTMLTableRowElement>(null);
  const [removing, setRemoving] = useState<'never' | 'open' | 'closed'>('never');
  useEffect(() => {
    if (selected) row.current?.scrollIntoView({ block: 'center' });
  }, [selected]);
  return (
    <tr ref={row} className={classes.row} aria-current={selected || undefined}>
      <th scope="row">
        <span className={classes.person}>
          <Avatar person={person} size={32} />
          <span className={classes.lines}>
            <Name companyId={companyId} person={person} isSelf={isSelf} />
            <span className={classes.meta}>
              {person.jobTitle ? `${person.jobTitle}, ${person.emailAddress}` : person.emailAddress}
            </span>
          </span>
        </span>
      </th>
      <td className={classes.level}>{levelName(person.level)}</td>
      <td className={classes.status}>
        <StatusChip {...statusChip(person)} />
      </td>
      <td className={classes.seen}>{lastSeen(person, now)}</td>
      <td className={classes.menuCell}>
        <LazyMenu
          menu={menu}
          className={classes.menu}
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
      </td>
    </tr>
  );
}
