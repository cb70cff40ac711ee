import { Group, Text } from '@mantine/core';
import { IconChevronDown, IconFolder } from '@tabler/icons-react';
import { memo } from 'react';
import classes from './FolderSelect.module.css';
import { everyFolder, type Folder, pathTo } from './packageTree.ts';

interface FolderSelectProps {
  root: Folder;
  chosen: Folder;
  onChoose: (folder: Folder) => void;
}

/**
 * The whole path below the package, because a closed select shows only the chosen option without the folders above it.
 */
function folderPath(folder: Folder): string {
  const below = pathTo(folder).slice(1);
  const steps = below.length > 0 ? below : [folder];
  const path = steps.map(({ element }) => element.title).join(' / ');
  return `${path} (${folder.answered}/${folder.total})`;
}

/** Replaces the folder tree on a small screen by a native select, which each phone renders in its own familiar way. */
export const FolderSelect = memo(function FolderSelect({
  root,
  chosen,
  onChoose,
}: FolderSelectProps) {
  const folders = everyFolder(root);
  return (
    <label className={classes.field}>
      <Text component="span" size="meta" fw={600} mb="s6" display="block">
        Folder
      </Text>
      <Group component="span" className={classes.box} pos="relative" gap={0} wrap="nowrap">
        <IconFolder size={18} stroke={1.7} aria-hidden />
        <select
          className={classes.select}
          value={chosen.element.id}
          onChange={(event) => {
            const folder = folders.find(({ element }) => element.id === event.target.value);
            if (folder) onChoose(folder);
          }}
        >
          {folders.map((folder) => (
            <option key={folder.element.id} value={folder.element.id}>
              {folderPath(folder)}
            </option>
          ))}
        </select>
        <IconChevronDown className={classes.chevron} size={16} stroke={1.7} aria-hidden />
      </Group>
    </label>
  );
});
