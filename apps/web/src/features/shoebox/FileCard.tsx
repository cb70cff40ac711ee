import { Box, Center, Flex, Group, Stack, Text } from '@mantine/core';
import type { ShoeboxItem } from '@cairn/contract';
import { IconGripVertical, IconWand } from '@tabler/icons-react';
import { clsx } from 'clsx';
import { type DragEvent, useState } from 'react';
import { formatModified } from '../../lib/format/dates.ts';
import { withoutExtension } from '../../lib/format/names.ts';
import { formatSize } from '../../lib/format/sizes.ts';
import { useNow } from '../../lib/clock.ts';
import { StatusChip } from '../../ui/StatusChip.tsx';
import { FileKind } from '../documents/FileKind.tsx';
import { DRAGGED } from './dragTypes.ts';
import { scanStatus, senderOf } from './itemStatus.ts';
import classes from './Shoebox.module.css';

interface FileCardProps {
  item: ShoeboxItem;
  chosen: boolean;
  onChoose: () => void;
  onDragging: (item: ShoeboxItem | null) => void;
}

function Suggested({ item }: { item: ShoeboxItem }) {
  const status = scanStatus(item);
  if (status) return <StatusChip {...status} />;
  if (!item.suggestion)
    return (
      <Text component="span" size="meta" c="dimmed">
        No match yet
      </Text>
    );
  return (
    <Group
      component="span"
      className={classes.match}
      gap={5}
      wrap="nowrap"
      miw={0}
      c="var(--accent-text)"
      fw={600}
      fz="meta"
      lh="meta"
      title={item.suggestion.reason}
    >
      <IconWand size={13} stroke={1.9} aria-hidden />
      <Text span inherit truncate>
        {item.suggestion.title}
      </Text>
    </Group>
  );
}

/** Uses the line with the file name as the drag image instead of the whole row. */
function drag(event: DragEvent<HTMLElement>, item: ShoeboxItem): void {
  event.dataTransfer.setData(DRAGGED, item.id);
  event.dataTransfer.effectAllowed = 'move';
  const ghost = event.currentTarget.querySelector<HTMLElement>('[data-ghost]');
  if (ghost) event.dataTransfer.setDragImage(ghost, 16, 16);
}

/** A file that is waiting to be filed: its name, its sender and the request that it probably answers. */
export function FileCard({ item, chosen, onChoose, onDragging }: FileCardProps) {
  const now = useNow();
  const [dragged, setDragged] = useState(false);
  const name = withoutExtension(item.title);
  return (
    // The list item is draggable instead of the button, because some browsers cannot drag a button. There, users drag
    // the grip. The F key is the keyboard alternative.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <Box
      component="li"
      className={classes.place}
      pos="relative"
      draggable={item.abilities.file}
      onDragStart={(event) => {
        drag(event, item);
        setDragged(true);
        onDragging(item);
      }}
      onDragEnd={() => {
        setDragged(false);
        onDragging(null);
      }}
    >
      <button
        type="button"
        className={clsx(classes.card, dragged && classes.dragged)}
        aria-current={chosen || undefined}
        data-shoebox-item={item.id}
        onClick={onChoose}
      >
        <Center
          component="span"
          flex="none"
          w={42}
          h={52}
          bd="var(--border)"
          bdrs={6}
          bg="var(--canvas)"
          aria-hidden
        >
          <FileKind name={item.document.name} />
        </Center>
        <Stack component="span" gap={1} flex={1} miw={0}>
          <Flex
            component="span"
            className={classes.fileName}
            align="center"
            gap="s6"
            fz="table"
            lh="table"
            fw={600}
            miw={0}
            data-ghost
          >
            {item.newFile && (
              <Box
                component="span"
                flex="none"
                w={8}
                h={8}
                bg="var(--accent)"
                style={{ borderRadius: '50%' }}
                title="New"
              />
            )}
            <Text component="span" truncate inherit miw={0}>
              {name}
            </Text>
            <Text component="span" size="meta" flex="none" ml="auto" c="dimmed">
              {formatSize(item.document.size)}
            </Text>
          </Flex>
          <Text component="span" truncate size="meta" c="dimmed">
            {senderOf(item)}, {formatModified(item.createdDate, now)}
          </Text>
          {item.anonymousSender && (
            <Text component="span" truncate size="meta" c="dimmed">
              Without an account, address verified
            </Text>
          )}
          <Suggested item={item} />
        </Stack>
      </button>
      {item.abilities.file && (
        <IconGripVertical className={classes.grip ?? ''} size={16} stroke={1.7} aria-hidden />
      )}
    </Box>
  );
}
