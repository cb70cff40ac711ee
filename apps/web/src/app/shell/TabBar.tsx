import type { LoggedUser } from '@cairn/contract';
import { UnstyledButton } from '@mantine/core';
import { IconSearch, IconUserCircle } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { pipelineCompany } from '../../lib/roles.ts';
import { UnreadCount } from '../../ui/UnreadCount.tsx';
import { routes } from '../../lib/routes.ts';
import { tabsFor } from './sections.ts';
import { openPalette } from './shellDialog.ts';
import classes from './TabBar.module.css';

/** Navigation at the bottom of a small screen: the sections that are used most. */
export function TabBar({ user }: { user: LoggedUser }) {
  return (
    <nav className={classes.bar} aria-label="Tabs">
      {tabsFor(user).map(({ name, icon: TabIcon, path, counts }) => (
        <Link key={name} to={path} className={classes.tab ?? ''}>
          <TabIcon size={21} stroke={1.6} aria-hidden />
          {name}
          {counts && <UnreadCount className={classes.unread} />}
        </Link>
      ))}
      <UnstyledButton className={classes.tab ?? ''} aria-haspopup="dialog" onClick={openPalette}>
        <IconSearch size={21} stroke={1.6} aria-hidden />
        Search
      </UnstyledButton>
      {pipelineCompany(user) === null && (
        <Link to={routes.profile} className={classes.tab ?? ''}>
          <IconUserCircle size={21} stroke={1.6} aria-hidden />
          Profile
        </Link>
      )}
    </nav>
  );
}
