import type { ShoeboxItem } from '@cairn/contract';
import { ActionIcon, Box, Button, Flex, Stack, Text } from '@mantine/core';
import { IconFileText, IconSearch, IconWand } from '@tabler/icons-react';
import { clsx } from 'clsx';
import { useState } from 'react';
import { hint } from '../../lib/hint.ts';
import { CountPill } from '../../ui/CountPill.tsx';
import { Keys } from '../../ui/Keys.tsx';
import { useBrowserDrop } from '../../ui/useBrowserDrop.ts';
import { FolderKindIcon } from '../elements/FolderKindIcon.tsx';
import { DRAGGED } from './dragTypes.ts';
import type { Group, Target } from './requests.ts';
import classes from './Shoebox.module.css';

/** Drop target for the shoebox file that is being dragged. */
function useItemDrop(dragging: ShoeboxItem | null, onDrop: (item: ShoeboxItem) => void) {
  const { over, handlers } = useBrowserDrop({
    type: DRAGGED,
    effect: 'move',
    onDrop: () => dragging && onDrop(dragging),
  });
  return { over: over && dragging !== null, handlers };
}

interface SuggestionProps {
  item: ShoeboxItem;
  dragging: ShoeboxItem | null;
  onFile: (item: ShoeboxItem, elementId: string, title: string) => void;
}

/** The request that the selected file probably belongs to, with the reason. The Enter key files it there. */
export function Suggestion({ item, dragging, onFile }: SuggestionProps) {
  const { suggestion } = item;
  const { over, handlers } = useItemDrop(dragging, (dropped) => {
    if (suggestion) onFile(dropped, suggestion.elementId, suggestion.title);
  });
  if (!suggestion || !item.abilities.file) return null;
  const { elementId, title, entityName, reason } = suggestion;
  return (
    <Box
      component="section"
      className={classes.suggestion}
      px="sm"
      pt="s10"
      pb="sm"
      bd="0.0625rem solid var(--accent)"
      bdrs="lg"
      bg="var(--accent-soft)"
      aria-label="Suggested"
    >
      <Flex
        component="h3"
        align="center"
        gap="s6"
        fz="table"
        lh="table"
        mb="xs"
        c="var(--accent-text)"
        fw={600}
      >
        <IconWand size={15} stroke={1.9} aria-hidden />
        Suggested
      </Flex>
      <div className={clsx(classes.suggested, over && classes.over)} {...handlers}>
        <IconFileText size={17} stroke={1.7} aria-hidden />
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
          >
            {title}
          </Flex>
          {entityName && (
            <Text component="span" truncate size="meta" c="dimmed">
              {entityName}
            </Text>
          )}
        </Stack>
        {over ? (
          <strong>Drop to file</strong>
        ) : (
          <Button
            size="compact-sm"
            onClick={() => onFile(item, elementId, title)}
            rightSection={<Keys keys="Enter" />}
          >
            File here
          </Button>
        )}
      </div>
      <Text size="meta" mt="xs" c="var(--ink-2)">
        {reason}
      </Text>
    </Box>
  );
}

/** Less likely requests. One click files the item under one of them. */
export function PossibleRequests({ item, onFile }: Pick<SuggestionProps, 'item' | 'onFile'>) {
  if (!item.abilities.file || item.possible.length === 0) return null;
  return (
    <Box component="section" aria-label="Possible matches" mt="sm">
      <Text component="h3" size="meta" fw={600} c="var(--ink-2)" mb="s4">
        Possible matches
      </Text>
      <ul>
        {item.possible.map(({ elementId, title, entityName, reason }) => (
          <Flex key={elementId} component="li" align="center" gap="xs" py="s4" title={reason}>
            <Text component="span" size="table" truncate flex={1} miw={0}>
              {title}
              {entityName && (
                <Text span size="meta" c="dimmed">
                  {' '}
                  {entityName}
                </Text>
              )}
            </Text>
            <Button
              size="compact-xs"
              variant="default"
              aria-label={`File to ${title}${entityName ? `, ${entityName}` : ''}`}
              onClick={() => onFile(item, elementId, title)}
            >
              File here
            </Button>
          </Flex>
        ))}
      </ul>
    </Box>
  );
}

interface RowProps {
  target: Target;
  suggested: boolean;
  dragging: ShoeboxItem | null;
  onFile: (item: ShoeboxItem, elementId: string, title: string) => void;
}

function RequestRow({ target: { element }, suggested, dragging, onFile }: RowProps) {
  const { over, handlers } = useItemDrop(dragging, (dropped) =>
    onFile(dropped, element.id, element.title),
  );
  return (
    <li
      className={clsx(classes.request, over && classes.over)}
      data-suggested={suggested || undefined}
      aria-label={element.title}
      {...handlers}
    >
      <IconFileText size={16} stroke={1.7} aria-hidden />
      <Text component="span" truncate inherit miw={0}>
        {element.title}
      </Text>
      {over && <strong>Drop to file</strong>}
    </li>
  );
}

interface RequestsProps {
  groups: Group[];
  item: ShoeboxItem | undefined;
  dragging: ShoeboxItem | null;
  onFile: (item: ShoeboxItem, elementId: string, title: string) => void;
  onFileTo: () => void;
}

/**
 * Keeps the value from when the drag started: if the list changed under the pointer, the file could land on the wrong
 * request.
 */
function useHeldStill<Value>(value: Value, isHeld: boolean): Value {
  const [still, setStill] = useState(value);
  if (!isHeld && still !== value) setStill(value);
  return isHeld ? still : value;
}

/** The open requests of a loan. A file is dragged onto a request, or filed with the search dialog. */
export function Requests({ dragging, onFile, onFileTo, ...current }: RequestsProps) {
  const isHeld = dragging !== null;
  const groups = useHeldStill(current.groups, isHeld);
  const item = useHeldStill(current.item, isHeld);
  const count = groups.reduce((sum, { targets }) => sum + targets.length, 0);
  return (
    <aside className={classes.requests} aria-label="Requested documents">
      <Flex component="header" align="center" gap="xs" flex="none" h={56} px="s20">
        <Text component="h2" size="subsection" fw={600}>
          Requested documents
        </Text>
        <CountPill>{count}</CountPill>
        {item?.abilities.file && (
          <ActionIcon
            ml="auto"
            size={28}
            aria-label="File to a request by its name"
            onClick={onFileTo}
            {...hint('File to… (F)')}
          >
            <IconSearch size={16} stroke={1.7} aria-hidden />
          </ActionIcon>
        )}
      </Flex>
      <Box className={classes.scrolls} flex={1} mih={0} px="md" pt="s2" pb="md">
        {item && <Suggestion {...{ item, dragging, onFile }} />}
        {item && <PossibleRequests {...{ item, onFile }} />}
        {count === 0 && (
          <Text size="table" p="xs" c="dimmed">
            No open requests
          </Text>
        )}
        {groups.map(({ folder, targets }) => (
          <Box key={folder.id} component="section" mb="s10" aria-label={folder.title}>
            <Flex component="h3" align="center" gap="xs" fz="table" lh="table" mih={32} fw={600}>
              <FolderKindIcon type={folder.sherpaEntityType} size={16} />
              {folder.title}
            </Flex>
            <ul>
              {targets.map((target) => (
                <RequestRow
                  key={target.element.id}
                  target={target}
                  suggested={item?.suggestion?.elementId === target.element.id}
                  {...{ dragging, onFile }}
                />
              ))}
            </ul>
          </Box>
        ))}
      </Box>
    </aside>
  );
}
