import { Menu } from '@mantine/core';
import { IconFolder, IconUpload } from '@tabler/icons-react';
import { LateMenu } from '../../ui/LateMenu.tsx';
import type { MenuBodyProps } from '../../ui/LazyMenu.tsx';
import { chooseFiles } from '../documents/chooseFile.ts';

interface AttachMenuProps {
  onFiles: (files: File[]) => void;
  onPackage: () => void;
}

const icon = { size: 15, stroke: 1.7, 'aria-hidden': true } as const;

export default function AttachMenu({
  target,
  onFiles,
  onPackage,
}: AttachMenuProps & MenuBodyProps) {
  return (
    <LateMenu position="top-start" width={200} offset={4}>
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconUpload {...icon} />} onClick={() => chooseFiles(onFiles)}>
          From this device
        </Menu.Item>
        <Menu.Item leftSection={<IconFolder {...icon} />} onClick={onPackage}>
          From the package
        </Menu.Item>
      </Menu.Dropdown>
    </LateMenu>
  );
}
