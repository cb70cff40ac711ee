import type { LoggedUser } from '@cairn/contract';
import { Drawer } from '@mantine/core';
import { IconHelp } from '@tabler/icons-react';
import { Link, useRouterState } from '@tanstack/react-router';
import { routes } from '../../lib/routes.ts';
import { useOpenAfterMount } from '../../lib/useOpenAfterMount.ts';
import { Navigation } from './Navigation.tsx';
import navigation from './Navigation.module.css';
import classes from './TopBar.module.css';
import { UserMenuButton } from './UserMenuButton.tsx';

interface MenuDrawerProps {
  user: LoggedUser;
  opened: boolean;
  onClose: () => void;
}

export default function MenuDrawer({ user, opened, onClose }: MenuDrawerProps) {
  const help = useRouterState({ select: ({ location }) => location.href });
  return (
    <Drawer
      opened={useOpenAfterMount(opened)}
      onClose={onClose}
      size={288}
      title="Menu"
      classNames={{
        body: classes.body ?? '',
        content: classes.content ?? '',
        header: classes.header ?? '',
        title: classes.title ?? '',
      }}
      closeButtonProps={{ 'aria-label': 'Close menu', size: 44, iconSize: 20 }}
    >
      <Navigation user={user} rail={false} />
      <Link
        to={routes.learningCenter}
        search={{ help }}
        preload={false}
        className={navigation.link ?? ''}
      >
        <IconHelp size={17} stroke={1.7} aria-hidden />
        Help with this page
      </Link>
      <UserMenuButton user={user} rail={false} />
    </Drawer>
  );
}
