import type { LoggedUser } from '@cairn/contract';
import { IconSelector } from '@tabler/icons-react';
import { personName } from '../../lib/format/names.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { LazyMenu, menuLoadedBy } from '../../ui/LazyMenu.tsx';
import classes from './UserMenu.module.css';

const menu = menuLoadedBy(() => import('./UserMenu.tsx'));

export function UserMenuButton({ user, rail }: { user: LoggedUser; rail: boolean }) {
  return (
    <div className={classes.foot} data-rail={rail || undefined}>
      <LazyMenu menu={menu} className={classes.card} body={{ rail }}>
        <Avatar person={user} size={32} />
        <span className={classes.who}>
          <span className={classes.name}>{personName(user)}</span>{' '}
          <span className={classes.company}>{user.company?.name ?? user.emailAddress}</span>
        </span>
        <IconSelector className={classes.chevron ?? ''} size={15} stroke={1.7} aria-hidden />
      </LazyMenu>
    </div>
  );
}
