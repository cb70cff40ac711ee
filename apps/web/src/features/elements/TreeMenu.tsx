import { Menu } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import type { MenuBodyProps } from '../../ui/LazyMenu.tsx';
import { TREE_DEPTHS } from '../../lib/preferences.ts';
import { LateMenu } from '../../ui/LateMenu.tsx';

export interface TreeChoice {
  depth: number;
  hideFiles: boolean;
  onDepth: (depth: number) => void;
  onHideFiles: (hide: boolean) => void;
}

/** The display settings of the folder tree, saved for the user. */
export default function TreeMenu({
  target,
  depth,
  hideFiles,
  onDepth,
  onHideFiles,
}: TreeChoice & MenuBodyProps) {
  return (
    <LateMenu position="bottom-end" closeOnItemClick={false} width={200} offset={4}>
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown>
        <Menu.CheckboxItem
          checked={hideFiles}
          onChange={onHideFiles}
          checkIcon={<IconCheck size={14} stroke={2} aria-hidden />}
        >
          Hide files
        </Menu.CheckboxItem>
        <Menu.Divider />
        <Menu.Label>Open folders to</Menu.Label>
        <Menu.RadioGroup value={String(depth)} onChange={(chosen) => onDepth(Number(chosen))}>
          {TREE_DEPTHS.map((each) => (
            <Menu.RadioItem key={each} value={String(each)}>
              {each === 1 ? '1 level' : `${each} levels`}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </LateMenu>
  );
}
