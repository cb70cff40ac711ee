import { ActionIcon } from '@mantine/core';
import { IconAdjustmentsHorizontal, IconFolderPlus } from '@tabler/icons-react';
import { memo } from 'react';
import { hint } from '../../kit/hint.ts';
import { LazyMenu, menuLoadedBy } from '../../kit/LazyMenu.tsx';
import { hideFiles, treeDepth } from '../settings/preferences.ts';
import { usePreference } from '../settings/usePreference.ts';
import { FolderTree, type FolderTreeProps } from './FolderTree.tsx';
import classes from './Folders.module.css';
import type { TreeChoice } from './TreeMenuBody.tsx';

const menu = menuLoadedBy<TreeChoice>(() => import('./TreeMenuBody.tsx'));

/** The tree, the way this person likes it. */
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
      <div className={classes.head}>
        <h2 className={classes.heading}>Folders</h2>
        <span className={classes.tools}>
          <LazyMenu menu={menu} className={classes.button} label="Tree settings" body={choice}>
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
        </span>
      </div>
      <div className={classes.tree}>
        {depth.settled && hide.settled && (
          // Another depth is a tree opened anew.
          <FolderTree key={depth.value} {...props} depth={depth.value} hideFiles={hide.value} />
        )}
      </div>
    </>
  );
});
