import { type MantineColorScheme, Menu, useMantineColorScheme } from '@mantine/core';
import { IconKey, IconLogout, IconUserCircle } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import type { MenuBodyProps } from '../../kit/LazyMenu.tsx';
import { queryClient } from '../../kit/queries.ts';
import { signedIn } from '../../kit/session.ts';
import { useAction } from '../../kit/useAction.ts';
import { routes } from '../routes.ts';
import { changingPassword } from './changePassword.ts';
import { RoleChoice } from './RoleChoice.tsx';

const THEMES = [
  ['light', 'Light'],
  ['dark', 'Dark'],
  ['auto', 'System'],
] as const;

function useLogOut() {
  const navigate = useNavigate();
  const logout = useAction('logout');
  const leave = () => {
    signedIn.set(false);
    queryClient.clear();
    void navigate({ to: routes.login });
  };
  return () => logout.mutate({}, { onSuccess: leave });
}

function ThemeChoice() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <Menu.RadioGroup
      value={colorScheme}
      onChange={(chosen) => setColorScheme(chosen as MantineColorScheme)}
    >
      {THEMES.map(([value, label]) => (
        <Menu.RadioItem key={value} value={value}>
          {label}
        </Menu.RadioItem>
      ))}
    </Menu.RadioGroup>
  );
}

export default function UserMenuBody({ target, rail }: MenuBodyProps & { rail: boolean }) {
  const logOut = useLogOut();
  return (
    <Menu defaultOpened position={rail ? 'right-end' : 'top-start'} width={220} offset={6}>
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          component={Link}
          to={routes.profile}
          leftSection={<IconUserCircle size={15} stroke={1.7} aria-hidden />}
        >
          Profile and settings
        </Menu.Item>
        <Menu.Divider />
        <RoleChoice />
        <Menu.Label>Theme</Menu.Label>
        <ThemeChoice />
        <Menu.Divider />
        <Menu.Item
          leftSection={<IconKey size={15} stroke={1.7} aria-hidden />}
          onClick={() => changingPassword.set(true)}
        >
          Change password
        </Menu.Item>
        <Menu.Item leftSection={<IconLogout size={15} stroke={1.7} aria-hidden />} onClick={logOut}>
          Log out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
