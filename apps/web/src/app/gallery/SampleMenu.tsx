import { Menu } from '@mantine/core';
import type { MenuBodyProps } from '../../ui/LazyMenu.tsx';
import { LateMenu } from '../../ui/LateMenu.tsx';

export default function SampleMenu({ target }: MenuBodyProps) {
  return (
    <LateMenu width={180}>
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown>
        <Menu.Item>Rename</Menu.Item>
        <Menu.Item color="red">Delete</Menu.Item>
      </Menu.Dropdown>
    </LateMenu>
  );
}
