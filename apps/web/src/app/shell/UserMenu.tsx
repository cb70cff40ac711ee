import { type MantineColorScheme, Menu, useMantineColorScheme } from '@mantine/core';
import { IconKey, IconKeyboard, IconLogout, IconUserCircle } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { MenuBodyProps } from '../../ui/LazyMenu.tsx';
import { routes } from '../../lib/routes.ts';
import { changingPassword } from './changePassword.ts';
import { RoleChoice } from './RoleChoice.tsx';
import { openShortcuts } from './shellDialog.ts';
import { useLogOut } from './useLogOut.ts';
import { LateMenu } from '../../ui/LateMenu.tsx';

const THEMES = [
  ['light', 'Light'],
  ['dark', 'Dark'],
  ['auto', 'System'],
] as const;

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

export default function UserMenu({ target, rail }: MenuBodyProps & { rail: boolean }) {
  const logOut = useLogOut();
  const [leaving, setLeaving] = useState(false);
  return (
    <LateMenu position={rail ? 'right-end' : 'top-start'} width={220} offset={6}>
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
          leftSection={<IconKeyboard size={15} stroke={1.7} aria-hidden />}
          onClick={openShortcuts}
        >
          Keyboard shortcuts
        </Menu.Item>
        <Menu.Item
          leftSection={<IconKey size={15} stroke={1.7} aria-hidden />}
          onClick={() => changingPassword.set(true)}
        >
          Change password
        </Menu.Item>
        <Menu.Item
          leftSection={<IconLogout size={15} stroke={1.7} aria-hidden />}
          closeMenuOnClick={false}
          disabled={leaving}
          onClick={() => {
            setLeaving(true);
            void logOut().finally(() => setLeaving(false));
          }}
        >
          {leaving ? 'Logging out…' : 'Log out'}
        </Menu.Item>
      </Menu.Dropdown>
    </LateMenu>
  );
}
