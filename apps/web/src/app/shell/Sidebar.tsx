import type { LoggedUser } from '@cairn/contract';
import { ActionIcon } from '@mantine/core';
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { BellButton } from '../../features/notifications/BellButton.tsx';
import { useBarBrand } from '../../lib/navbar.ts';
import { hint } from '../../lib/hint.ts';
import { Mark } from '../../ui/Mark.tsx';
import { routes } from '../../lib/routes.ts';
import { Navigation } from './Navigation.tsx';
import classes from './Sidebar.module.css';
import { SearchIcon } from './Toolbar.tsx';
import { UserMenuButton } from './UserMenuButton.tsx';
import type { Rail } from './useRail.ts';

interface SidebarProps {
  user: LoggedUser;
  rail: Rail;
  inLoan: boolean;
}

function RailToggle({ collapsed, toggle }: Required<Rail>) {
  const label = collapsed ? 'Expand sidebar' : 'Collapse sidebar';
  const Icon = collapsed ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse;
  return (
    <ActionIcon
      size={28}
      aria-label={label}
      aria-expanded={!collapsed}
      onClick={toggle}
      {...hint(label, 'right')}
    >
      <Icon size={17} stroke={1.7} aria-hidden />
    </ActionIcon>
  );
}

export function Sidebar({ user, rail, inLoan }: SidebarProps) {
  const brand = useBarBrand(user.id);
  return (
    <div className={classes.sidebar} data-rail={rail.collapsed || undefined}>
      <div className={classes.head}>
        <Link
          to={routes.home}
          className={classes.brand}
          aria-label={`${brand?.name ?? 'Cairn'}, home`}
        >
          {brand?.mark ?? <Mark size={24} />}
          <span className={classes.word}>{brand?.name ?? 'Cairn'}</span>
        </Link>
        {inLoan && <SearchIcon />}
        {inLoan && <BellButton size={36} />}
        {rail.toggle && <RailToggle collapsed={rail.collapsed} toggle={rail.toggle} />}
      </div>
      <Navigation user={user} rail={rail.collapsed} />
      <UserMenuButton user={user} rail={rail.collapsed} />
    </div>
  );
}
