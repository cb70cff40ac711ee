import { ActionIcon, Group, Text } from '@mantine/core';
import {
  IconLayoutSidebar,
  IconMinus,
  IconPlus,
  IconRotateClockwise2,
  IconSearch,
} from '@tabler/icons-react';
import { hint } from '../../lib/hint.ts';
import type { Position, Reader } from './pdf.ts';

interface ReaderToolsProps {
  reader: Reader | null;
  position: Position | null;
  isFinding: boolean;
  hasRail: boolean;
  onFind: () => void;
  onRail: () => void;
}

/** View controls of the pages. They do not change the file. */
export function ReaderTools({ reader, position, ...view }: ReaderToolsProps) {
  const off = { disabled: !reader, size: 28 } as const;
  return (
    <Group role="toolbar" aria-label="Pages" gap="s2" wrap="nowrap">
      {position && (
        <Text
          size="meta"
          c="dimmed"
          mr="s4"
          style={{ fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' }}
        >
          {position.page} / {position.pages}
        </Text>
      )}
      <ActionIcon
        {...off}
        visibleFrom="sm"
        aria-label="Thumbnails"
        aria-pressed={view.hasRail}
        onClick={view.onRail}
        {...hint('Thumbnails')}
      >
        <IconLayoutSidebar size={16} stroke={1.7} aria-hidden />
      </ActionIcon>
      <ActionIcon
        {...off}
        aria-label="Find in this document"
        aria-pressed={view.isFinding}
        onClick={view.onFind}
        {...hint('Find in this document')}
      >
        <IconSearch size={16} stroke={1.7} aria-hidden />
      </ActionIcon>
      <ActionIcon
        {...off}
        aria-label="Zoom out"
        onClick={() => reader?.zoom('out')}
        {...hint('Zoom out')}
      >
        <IconMinus size={16} stroke={1.7} aria-hidden />
      </ActionIcon>
      <ActionIcon
        {...off}
        aria-label="Zoom in"
        onClick={() => reader?.zoom('in')}
        {...hint('Zoom in')}
      >
        <IconPlus size={16} stroke={1.7} aria-hidden />
      </ActionIcon>
      <ActionIcon
        {...off}
        aria-label="Rotate the view"
        onClick={() => reader?.rotate()}
        {...hint('Rotate the view')}
      >
        <IconRotateClockwise2 size={16} stroke={1.7} aria-hidden />
      </ActionIcon>
    </Group>
  );
}
