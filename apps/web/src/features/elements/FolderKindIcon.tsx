import { folderKindOf } from '@cairn/contract/folder-kinds';
import { FOLDER_LOOKS } from '../../ui/folderLooks.ts';
import classes from './FolderKindIcon.module.css';

/** Shows the kind of entity that a folder belongs to by shape and color [R082]. */
export function FolderKindIcon({ type, size }: { type: string | null; size: number }) {
  const { icon: KindIcon, hue } = FOLDER_LOOKS[folderKindOf(type)];
  return (
    <KindIcon
      className={classes.icon ?? ''}
      {...(hue ? { color: `var(--${hue}-fg)` } : {})}
      size={size}
      stroke={1.7}
      aria-hidden
    />
  );
}
