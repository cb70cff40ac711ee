import { Menu } from '@mantine/core';
import { IconDeviceFloppy, IconPencil, IconTrash } from '@tabler/icons-react';
import { LateMenu } from '../../ui/LateMenu.tsx';
import type { MenuBodyProps } from '../../ui/LazyMenu.tsx';

export interface ViewMenu {
  /** True if the view equals the current filters. */
  current: boolean;
  onRename: () => void;
  onReplace: () => void;
  onDelete: () => void;
}

export default function ViewMenu(props: ViewMenu & MenuBodyProps) {
  const { target, current, onRename, onReplace, onDelete } = props;
  return (
    <LateMenu position="bottom-start" width={220} offset={4}>
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<IconPencil size={16} stroke={1.7} aria-hidden />}
          onClick={onRename}
        >
          Rename
        </Menu.Item>
        {!current && (
          <Menu.Item
            leftSection={<IconDeviceFloppy size={16} stroke={1.7} aria-hidden />}
            onClick={onReplace}
          >
            Update to current filters
          </Menu.Item>
        )}
        <Menu.Divider />
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
