import { Button, Group, Select, Stack, Text } from '@mantine/core';
import { IconArrowBackUp, IconRotate2, IconRotateClockwise2, IconTrash } from '@tabler/icons-react';
import { Keys } from '../../ui/Keys.tsx';
import type { PageDrawer } from '../annotator/pageDrawer.ts';
import { PagePicture } from '../annotator/PagePicture.tsx';
import type { RequestOption } from './LaneCard.tsx';
import type { Turn } from './lanes.ts';
import { Suggestions } from './Suggestions.tsx';
import type { Suggestion } from './suggestions.ts';
import classes from './SplitPages.module.css';

const PICTURE_PX = 260;
const ICON = { size: 16, stroke: 1.7, 'aria-hidden': true } as const;

interface PagePanelProps {
  page: number;
  pages: number;
  fileName: string;
  turn: Turn;
  drawer: PageDrawer;
  selected: number;
  canUndo: boolean;
  /** Files of the loan that are not open yet. */
  others: RequestOption[];
  isAdding: boolean;
  problem: string | undefined;
  answers: number;
  isCreating: boolean;
  suggestions: readonly (Suggestion & { isTaken: boolean })[];
  onTake: (taken: readonly Suggestion[]) => void;
  onTurn: (by: 90 | -90) => void;
  onLeaveOut: () => void;
  onUndo: () => void;
  onAdd: (documentId: string) => void;
  onCancel: () => void;
  onCreate: () => void;
}

/** The current page, large enough to read its heading, with the actions. */
export function PagePanel(props: PagePanelProps) {
  const { page, drawer, turn, selected, answers } = props;
  return (
    <Stack
      component="aside"
      aria-label="Page"
      gap={0}
      mih={0}
      bg="var(--surface)"
      style={{ borderLeft: 'var(--border)' }}
    >
      <Stack gap="sm" flex={1} p="lg" style={{ overflowY: 'auto' }}>
        <Text component="h3" size="body" fw={600}>
          {selected > 1 ? `${selected} pages selected` : `Page ${page} of ${props.pages}`}
        </Text>
        <Text size="meta" c="dimmed" truncate>
          {props.fileName}
        </Text>
        <span className={classes.large}>
          <PagePicture
            key={`${props.fileName} ${page}`}
            drawer={drawer}
            page={page}
            turn={turn}
            width={PICTURE_PX}
          />
        </span>
        <Group gap="xs" grow>
          <Button
            variant="default"
            aria-label="Rotate left"
            leftSection={<IconRotate2 {...ICON} />}
            rightSection={<Keys keys="[" />}
            onClick={() => props.onTurn(-90)}
          >
            Left
          </Button>
          <Button
            variant="default"
            aria-label="Rotate right"
            leftSection={<IconRotateClockwise2 {...ICON} />}
            rightSection={<Keys keys="]" />}
            onClick={() => props.onTurn(90)}
          >
            Right
          </Button>
        </Group>
        <Group gap="xs" grow>
          <Button
            variant="default"
            leftSection={<IconTrash {...ICON} />}
            onClick={props.onLeaveOut}
          >
            Leave out
          </Button>
          <Button
            variant="default"
            disabled={!props.canUndo}
            leftSection={<IconArrowBackUp {...ICON} />}
            onClick={props.onUndo}
          >
            Undo
          </Button>
        </Group>
        <Suggestions suggestions={props.suggestions} onTake={props.onTake} />
        <Select
          label="Merge with another file"
          placeholder={props.isAdding ? 'Opening the file…' : 'Choose a file of this loan'}
          nothingFoundMessage="No other files"
          searchable
          disabled={props.isAdding}
          data={props.others}
          value={null}
          onChange={(value) => value !== null && props.onAdd(value)}
        />
      </Stack>
      <Stack component="footer" gap="sm" px="lg" py="md" style={{ borderTop: 'var(--border)' }}>
        <Text size="meta" c="dimmed">
          {props.problem ?? 'The original stays in the history of its request.'}
        </Text>
        <Group gap="xs" wrap="nowrap">
          <Button variant="default" onClick={props.onCancel}>
            Cancel
          </Button>
          <Button
            flex={1}
            disabled={props.problem !== undefined}
            loading={props.isCreating}
            onClick={props.onCreate}
          >
            {answers > 1 ? `Create ${answers} answers` : 'Create answer'}
          </Button>
        </Group>
      </Stack>
    </Stack>
  );
}
