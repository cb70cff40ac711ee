import type { Element } from '@cairn/contract';
import { Menu } from '@mantine/core';
import {
  IconClockPlay,
  IconCopy,
  IconEye,
  IconEyeOff,
  IconFiles,
  IconFolderSymlink,
  IconLink,
  IconPencil,
  IconRefresh,
  IconShare,
  IconTrash,
  IconUserPlus,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Keys } from '../../ui/Keys.tsx';
import { LateMenu } from '../../ui/LateMenu.tsx';
import type { MenuBodyProps } from '../../ui/LazyMenu.tsx';
import { isCopyable, isHeld } from './useElementActions.ts';

export type RowDeed =
  | 'edit'
  | 'assign'
  | 'move'
  | 'copy'
  | 'copyAnswer'
  | 'copyLink'
  | 'resetAnswer'
  | 'share'
  | 'hide'
  | 'release'
  | 'trash';

export interface ElementMenuProps {
  element: Element;
  onDeed: (deed: RowDeed, element: Element) => void;
}

interface Entry {
  deed: RowDeed;
  label: string;
  icon: ReactNode;
  keys?: string;
  shown: boolean;
}

const SIZE = { size: 16, stroke: 1.7, 'aria-hidden': true } as const;

function entriesOf(element: Element): Entry[][] {
  const { abilities, answer, hidden, storageType, priorityType } = element;
  const isFile = storageType === 'FILE';
  return [
    [
      {
        deed: 'edit',
        label: 'Edit request',
        icon: <IconPencil {...SIZE} />,
        keys: 'e',
        shown: abilities.edit && isFile,
      },
      {
        deed: 'assign',
        label: 'Assign',
        icon: <IconUserPlus {...SIZE} />,
        keys: 'i',
        shown: abilities.assign,
      },
      {
        deed: 'release',
        label: 'Release now',
        icon: <IconClockPlay {...SIZE} />,
        shown: isHeld(element),
      },
    ],
    [
      {
        deed: 'copyAnswer',
        label: 'Copy answer',
        icon: <IconFiles {...SIZE} />,
        shown: abilities.edit && Boolean(answer && !answer.doesNotApply),
      },
      {
        deed: 'resetAnswer',
        label: 'Reset answer',
        icon: <IconRefresh {...SIZE} />,
        shown: abilities.edit && answer !== null,
      },
    ],
    [
      { deed: 'copy', label: 'Copy', icon: <IconCopy {...SIZE} />, shown: isCopyable(element) },
      {
        deed: 'move',
        label: 'Move',
        icon: <IconFolderSymlink {...SIZE} />,
        keys: 'm',
        shown: abilities.edit,
      },
      { deed: 'copyLink', label: 'Copy link', icon: <IconLink {...SIZE} />, shown: isFile },
      { deed: 'share', label: 'Share', icon: <IconShare {...SIZE} />, shown: abilities.edit },
      {
        deed: 'hide',
        label: priorityType === 'HIDDEN' ? 'Show to borrower' : 'Hide from borrower',
        icon: priorityType === 'HIDDEN' ? <IconEye {...SIZE} /> : <IconEyeOff {...SIZE} />,
        keys: 'h',
        // Hidden by a folder above or by its flags: shown there, not here.
        shown: abilities.edit && (!hidden || priorityType === 'HIDDEN'),
      },
    ],
    [
      {
        deed: 'trash',
        label: isFile ? 'Remove request' : 'Remove folder',
        icon: <IconTrash {...SIZE} />,
        keys: 'Del',
        shown: abilities.trash,
      },
    ],
  ];
}

/** What can be done to one row, with the keys that do the same. */
export default function ElementMenu({ target, element, onDeed }: ElementMenuProps & MenuBodyProps) {
  const groups = entriesOf(element)
    .map((group) => group.filter(({ shown }) => shown))
    .filter(({ length }) => length > 0);
  return (
    <LateMenu position="bottom-end" width={232} offset={4}>
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown>
        {groups.map((group, index) => (
          <div key={group[0]!.deed}>
            {index > 0 && <Menu.Divider />}
            {group.map(({ deed, label, icon, keys }) => (
              <Menu.Item
                key={deed}
                leftSection={icon}
                rightSection={keys && <Keys keys={keys} />}
                {...(deed === 'trash' && { color: 'var(--danger)' })}
                onClick={() => onDeed(deed, element)}
              >
                {label}
              </Menu.Item>
            ))}
          </div>
        ))}
      </Menu.Dropdown>
    </LateMenu>
  );
}
