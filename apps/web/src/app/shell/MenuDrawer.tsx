import type { LoggedUser } from '@cairn/contract';
import { Drawer } from '@mantine/core';
import { useOpenedOnceThere } from '../../kit/useOpenedOnceThere.ts';
import { Navigation } from './Navigation.tsx';
import classes from './TopBar.module.css';
import { UserMenu } from './UserMenu.tsx';

interface MenuDrawerProps {
  user: LoggedUser;
  opened: boolean;
  onClose: () => void;
}

export default function MenuDrawer({ user, opened, onClose }: MenuDrawerProps) {
  return (
    <Drawer
      opened={useOpenedOnceThere(opened)}
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
      closeButtonProps={{ 'aria-label': 'Close the menu', size: 44, iconSize: 20 }}
    >
      <Navigation user={user} rail={false} />
      <UserMenu user={user} rail={false} />
    </Drawer>
  );
}
