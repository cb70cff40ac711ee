import { ActionIcon, Box, Button, Flex, Group, Menu, Text, UnstyledButton } from '@mantine/core';
import {
  IconAlertTriangle,
  IconGripVertical,
  IconRotateClockwise,
  IconTrash,
} from '@tabler/icons-react';
import { useMemo } from 'react';
import { useDraggable, useDropZone } from '../../lib/dragAndDrop.ts';
import { mergeRefs } from '../../lib/mergeRefs.ts';
import classes from './Capture.module.css';
import type { PhotographedPage } from './pageDrafts.ts';
import { PagePicture } from './PagePicture.tsx';

const PAGE = 'photographed page';

interface PageRowProps {
  page: PhotographedPage;
  number: number;
  count: number;
  onMove: (id: string, to: number) => void;
  onAdjust: () => void;
  onRotate: () => void;
  onRetake: () => void;
  onRemove: () => void;
}

function State({ page }: { page: PhotographedPage }) {
  const problem = page.isBlurred ? 'A little blurry' : page.isWhole ? 'Edges not found' : undefined;
  if (problem === undefined) {
    return (
      <Text size="body" c="dimmed">
        Clear
      </Text>
    );
  }
  return (
    <Flex component="p" align="center" gap="s4" fz="body" lh="body" c="var(--orange-fg)">
      <IconAlertTriangle size={15} stroke={1.7} aria-hidden />
      {problem}
    </Flex>
  );
}

/** A page can be dragged by its row, or moved with its menu and with the arrow keys on its handle. */
export function PageRow({ page, number, count, ...on }: PageRowProps) {
  const at = number - 1;
  const drag = useDraggable<HTMLElement>({
    enabled: count > 1,
    item: () => ({ type: PAGE, ids: [page.id] }),
    text: `Page ${number}`,
  });
  const drop = useDropZone<HTMLElement>({
    accepts: ({ type }) => type === PAGE,
    onDrop: ({ ids: [id] }) => id !== undefined && id !== page.id && on.onMove(id, at),
  });
  const ref = useMemo(() => mergeRefs(drag.ref, drop.ref), [drag.ref, drop.ref]);
  const move = (by: number) => {
    const to = at + by;
    if (to >= 0 && to < count) on.onMove(page.id, to);
  };
  return (
    <Group
      component="li"
      ref={ref}
      className={classes.row}
      gap="s4"
      mih={56}
      p="xs"
      data-over={drop.over !== null || undefined}
      data-dragged={drag.dragging || undefined}
    >
      <Menu position="bottom-start" width={180}>
        <Menu.Target>
          <ActionIcon
            size={44}
            aria-label={`Move page ${number}`}
            disabled={count < 2}
            onKeyDown={(event) => {
              if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
              event.preventDefault();
              event.stopPropagation();
              move(event.key === 'ArrowUp' ? -1 : 1);
            }}
          >
            <IconGripVertical size={18} stroke={1.7} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item disabled={at === 0} onClick={() => move(-1)}>
            Move up
          </Menu.Item>
          <Menu.Item disabled={at === count - 1} onClick={() => move(1)}>
            Move down
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <UnstyledButton
        className={classes.thumb ?? ''}
        flex="none"
        w={68}
        h={88}
        aria-label={`Adjust page ${number}`}
        onClick={on.onAdjust}
      >
        <PagePicture picture={page.picture} />
      </UnstyledButton>
      <Box flex={1} miw={80} pl="xs">
        <Text size="subsection" fw={600}>
          Page {number}
        </Text>
        <State page={page} />
        {page.isBlurred && (
          <Button
            variant="subtle"
            size="compact-sm"
            h="var(--touch)"
            px={0}
            aria-label={`Retake page ${number}`}
            onClick={on.onRetake}
          >
            Retake
          </Button>
        )}
      </Box>
      <ActionIcon size={44} aria-label={`Rotate page ${number}`} onClick={on.onRotate}>
        <IconRotateClockwise size={19} stroke={1.7} aria-hidden />
      </ActionIcon>
      <ActionIcon size={44} aria-label={`Remove page ${number}`} onClick={on.onRemove}>
        <IconTrash size={19} stroke={1.7} aria-hidden />
      </ActionIcon>
    </Group>
  );
}
