import { Center } from '@mantine/core';
import type { EntityKind } from '@cairn/contract/entity-fields';
import { folderKindOf } from '@cairn/contract/folder-kinds';
import { FOLDER_LOOKS } from '../../ui/folderLooks.ts';
import classes from './Entities.module.css';

/** Decorative, because the name and the kind are shown beside it. */
export function KindTile({ kind }: { kind: EntityKind }) {
  const { icon: KindIcon, hue } = FOLDER_LOOKS[folderKindOf(kind)];
  const name = hue ?? 'gray';
  return (
    <Center
      component="span"
      className={classes.tile}
      w={32}
      h={32}
      bdrs="md"
      style={{ color: `var(--${name}-fg)`, background: `var(--${name}-bg)` }}
      aria-hidden
    >
      <KindIcon size={17} stroke={1.7} />
    </Center>
  );
}
