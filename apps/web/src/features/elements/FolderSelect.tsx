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

/** By its whole path below the package: closed, the list shows one line without what is above. */
function folderPath(folder: Folder): string {
  const below = pathTo(folder).slice(1);
  const steps = below.length > 0 ? below : [folder];
  const path = steps.map(({ element }) => element.title).join(' / ');
  return `${path} (${folder.answered}/${folder.total})`;
}

/** The tree on a small screen: the phone's own list, which every thumb knows. */
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
