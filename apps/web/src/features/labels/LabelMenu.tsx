import { Menu } from '@mantine/core';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import type { MenuBodyProps } from '../../ui/LazyMenu.tsx';
import { LateMenu } from '../../ui/LateMenu.tsx';

export interface LabelActions {
  onRename: () => void;
  onDelete: () => void;
}

export default function LabelMenu({ target, onRename, onDelete }: LabelActions & MenuBodyProps) {
  return (
    <LateMenu position="bottom-end" width={160} offset={4}>
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<IconPencil size={16} stroke={1.7} aria-hidden />}
          onClick={onRename}
        >
          Rename
        </Menu.Item>
        <Menu.Item
          leftSection={<IconTrash size={16} stroke={1.7} aria-hidden />}
          onClick={onDelete}
        >
          Delete
        </Menu.Item>
      </Menu.Dropdown>
    </LateMenu>
  );
}
