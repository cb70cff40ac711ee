import { ActionIcon, Flex, Group, Stack, Text } from '@mantine/core';
import { IconAdjustmentsHorizontal, IconFolderPlus } from '@tabler/icons-react';
import { memo } from 'react';
import { hint } from '../../lib/hint.ts';
import { LazyMenu, menuLoadedBy } from '../../ui/LazyMenu.tsx';
import { hideFiles, treeDepth } from '../../lib/preferences.ts';
import { usePreference } from '../../lib/usePreference.ts';
import { FolderTree, type FolderTreeProps } from './FolderTree.tsx';
import type { TreeChoice } from './TreeMenu.tsx';

const menu = menuLoadedBy<TreeChoice>(() => import('./TreeMenu.tsx'));

/** The folder tree, displayed with the settings that the user saved. */
interface FoldersProps extends Omit<FolderTreeProps, 'depth' | 'hideFiles'> {
  onNewFolder?: () => void;
}

export const Folders = memo(function Folders({ onNewFolder, ...props }: FoldersProps) {
  const depth = usePreference(treeDepth);
  const hide = usePreference(hideFiles);
  const choice = {
    depth: depth.value,
    hideFiles: hide.value,
    onDepth: depth.set,
    onHideFiles: hide.set,
  };
  return (
    <>
      <Group justify="space-between" gap={0} wrap="nowrap" pt="s10" pr={14} pb="s4" pl="s20">
        <Text component="h2" size="meta" fw={600} c="var(--ink-2)">
          Folders
        </Text>
        <Flex component="span" gap="s2">
          <LazyMenu menu={menu} label="Tree settings" body={choice}>
            <IconAdjustmentsHorizontal size={15} stroke={1.7} aria-hidden />
          </LazyMenu>
          {onNewFolder && (
            <ActionIcon
              size={28}
              aria-label="New folder"
              onClick={onNewFolder}
              {...hint('New folder')}
            >
              <IconFolderPlus size={15} stroke={1.7} aria-hidden />
            </ActionIcon>
          )}
        </Flex>
      </Group>
      <Stack gap={0} flex={1} mih={0}>
        {depth.settled && hide.settled && (
          // The key remounts the tree when the depth changes, because the depth applies only to a new tree.
          <FolderTree key={depth.value} {...props} depth={depth.value} hideFiles={hide.value} />
        )}
      </Stack>
    </>
  );
});
