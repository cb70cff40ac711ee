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

export type RowAction =
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
  onAction: (action: RowAction, element: Element) => void;
}

interface Entry {
  action: RowAction;
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
        action: 'edit',
        label: 'Edit request',
        icon: <IconPencil {...SIZE} />,
        keys: 'e',
        shown: abilities.edit && isFile,
      },
      {
        action: 'assign',
        label: 'Assign',
        icon: <IconUserPlus {...SIZE} />,
        keys: 'i',
        shown: abilities.assign,
      },
      {
        action: 'release',
        label: 'Release now',
        icon: <IconClockPlay {...SIZE} />,
        shown: isHeld(element),
      },
    ],
    [
      {
        action: 'copyAnswer',
        label: 'Copy answer',
        icon: <IconFiles {...SIZE} />,
        shown: abilities.edit && Boolean(answer && !answer.doesNotApply),
      },
      {
        action: 'resetAnswer',
        label: 'Reset answer',
        icon: <IconRefresh {...SIZE} />,
        shown: abilities.edit && answer !== null,
      },
    ],
    [
      { action: 'copy', label: 'Copy', icon: <IconCopy {...SIZE} />, shown: isCopyable(element) },
      {
        action: 'move',
        label: 'Move',
        icon: <IconFolderSymlink {...SIZE} />,
        keys: 'm',
        shown: abilities.edit,
      },
      { action: 'copyLink', label: 'Copy link', icon: <IconLink {...SIZE} />, shown: isFile },
      { action: 'share', label: 'Share', icon: <IconShare {...SIZE} />, shown: abilities.edit },
      {
        action: 'hide',
        label: priorityType === 'HIDDEN' ? 'Show to borrower' : 'Hide from borrower',
        icon: priorityType === 'HIDDEN' ? <IconEye {...SIZE} /> : <IconEyeOff {...SIZE} />,
        keys: 'h',
        // An element that is hidden by a folder above it or by its flags cannot be shown from its own menu.
        shown: abilities.edit && (!hidden || priorityType === 'HIDDEN'),
      },
    ],
    [
      {
        action: 'trash',
        label: isFile ? 'Remove request' : 'Remove folder',
        icon: <IconTrash {...SIZE} />,
        keys: 'Del',
        shown: abilities.trash,
      },
    ],
  ];
}

/** The menu of a row: its actions, each with its keyboard shortcut. */
export default function ElementMenu({
  target,
  element,
  onAction,
}: ElementMenuProps & MenuBodyProps) {
  const groups = entriesOf(element)
    .map((group) => group.filter(({ shown }) => shown))
    .filter(({ length }) => length > 0);
  return (
    <LateMenu position="bottom-end" width={232} offset={4}>
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown>
        {groups.map((group, index) => (
          <div key={group[0]!.action}>
            {index > 0 && <Menu.Divider />}
            {group.map(({ action, label, icon, keys }) => (
              <Menu.Item
                key={action}
                leftSection={icon}
                rightSection={keys && <Keys keys={keys} />}
                {...(action === 'trash' && { color: 'var(--danger)' })}
                onClick={() => onAction(action, element)}
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
