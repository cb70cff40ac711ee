import type { LoggedUser } from '@cairn/contract';
import { Drawer } from '@mantine/core';
import { useOpenAfterMount } from '../../lib/useOpenAfterMount.ts';
import { Navigation } from './Navigation.tsx';
import classes from './TopBar.module.css';
import { UserMenuButton } from './UserMenuButton.tsx';

interface MenuDrawerProps {
  user: LoggedUser;
  opened: boolean;
  onClose: () => void;
}

export default function MenuDrawer({ user, opened, onClose }: MenuDrawerProps) {
  return (
    <Drawer
      opened={useOpenAfterMount(opened)}
      onClose={onClose}
      position="right"
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
      <UserMenuButton user={user} rail={false} />
    </Drawer>
  );
}
