import { Flex, Text } from '@mantine/core';
import type { LabelWithUse } from '@cairn/contract';
import { IconDots } from '@tabler/icons-react';
import type { Column } from '../../ui/dataTableTypes.ts';
import { LazyMenu, menuLoadedBy } from '../../ui/LazyMenu.tsx';
import { Dot } from './LabelChip.tsx';
import { ColorButton } from './LabelForm.tsx';
import type { LabelActions } from './LabelMenu.tsx';
import classes from './Labels.module.css';
import { UNSAVED } from './useLabels.ts';

const menu = menuLoadedBy<LabelActions>(() => import('./LabelMenu.tsx'));

interface LabelEdits {
  onEdit: (id: string) => void;
  onSave: (id: string, name: string, color: string) => void;
  onDelete: (label: LabelWithUse) => void;
}

export const labelColumns = (edits: LabelEdits): Column<LabelWithUse>[] => [
  {
    id: 'label',
    header: 'Label',
    phone: 'title',
    cell: (label) => (
      <Flex component="span" gap="var(--space-10)" align="center" miw={0}>
        {label.id === UNSAVED ? (
          <span className={classes.swatch}>
            <Dot color={label.color} />
          </span>
        ) : (
          <ColorButton
            color={label.color}
            of={label.name}
            onChange={(color) => edits.onSave(label.id, label.name, color)}
          />
        )}
        <Text
          component="span"
          inherit
          fw={500}
          style={{ overflow: 'hidden', textOverflow: 'ellipsis' }}
        >
          {label.name}
        </Text>
      </Flex>
    ),
    sortValue: ({ name }) => name,
  },
  {
    id: 'used',
    header: 'Used on',
    width: 120,
    align: 'right',
    cell: ({ people }) => (people === 1 ? '1 person' : `${people} people`),
    sortValue: ({ people }) => people,
  },
  {
    id: 'change',
    header: 'Change',
    headerHidden: true,
    width: 56,
    phone: 'end',
    cell: (label) =>
      label.id !== UNSAVED && (
        <LazyMenu
          menu={menu}
          label={`Change ${label.name}`}
          body={{
            onRename: () => edits.onEdit(label.id),
            onDelete: () => edits.onDelete(label),
          }}
        >
          <IconDots size={16} stroke={1.7} aria-hidden />
        </LazyMenu>
      ),
  },
];
