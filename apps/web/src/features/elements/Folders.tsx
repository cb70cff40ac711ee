import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { LazyMenu, menuLoadedBy } from '../../kit/LazyMenu.tsx';
import { hideFiles, treeDepth } from '../settings/preferences.ts';
import { usePreference } from '../settings/usePreference.ts';
import { FolderTree, type FolderTreeProps } from './FolderTree.tsx';
import classes from './Folders.module.css';
import type { TreeChoice } from './TreeMenuBody.tsx';

const menu = menuLoadedBy<TreeChoice>(() => import('./TreeMenuBody.tsx'));

/** The tree, the way this person likes it. */
export function Folders(props: Omit<FolderTreeProps, 'depth' | 'hideFiles'>) {
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
        <LazyMenu menu={menu} className={classes.button} label="Tree settings" body={choice}>
          <IconAdjustmentsHorizontal size={15} stroke={1.7} aria-hidden />
        </LazyMenu>
      </div>
      <div className={classes.tree}>
        {depth.settled && hide.settled && (
          // Another depth is a tree opened anew.
          <FolderTree key={depth.value} {...props} depth={depth.value} hideFiles={hide.value} />
        )}
      </div>
    </>
  );
}
