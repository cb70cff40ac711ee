import type { LoggedUser } from '@cairn/contract';
import { IconSelector } from '@tabler/icons-react';
import { personName } from '../../format/names.ts';
import { Avatar } from '../../kit/Avatar.tsx';
import { LazyMenu, menuLoadedBy } from '../../kit/LazyMenu.tsx';
import classes from './UserMenu.module.css';

const menu = menuLoadedBy(() => import('./UserMenuBody.tsx'));

export function UserMenu({ user, rail }: { user: LoggedUser; rail: boolean }) {
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
