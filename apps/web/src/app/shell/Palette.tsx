// The native elements of these roles take the focus, but here the focus stays in the input.
/* eslint-disable jsx-a11y/prefer-tag-over-role */
import type { Found, LoggedUser } from '@cairn/contract';
import { DESKTOP_BREAKPOINT_PX, SEARCH_PAGE_SIZE } from '@cairn/contract/constants';
import { Box, Center, Modal, Stack, Text, VisuallyHidden } from '@mantine/core';
import { useDebouncedValue, useMediaQuery } from '@mantine/hooks';
import { IconBolt, IconBuilding, IconMessage, IconSearch, IconUser } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { FileKind } from '../../features/documents/FileKind.tsx';
import { closesWhen } from '../../lib/format/dates.ts';
import { withoutExtension } from '../../lib/format/names.ts';
import { formatResults } from '../../lib/format/sizes.ts';
import { send } from '../../lib/client.ts';
import { useNow } from '../../lib/clock.ts';
import { commands } from '../../lib/commands.ts';
import { Keys } from '../../ui/Keys.tsx';
import { LoanTile } from '../../ui/LoanTile.tsx';
import { useStore } from '../../lib/store.ts';
import { callOptions, useCall } from '../../lib/useCall.ts';
import { takeTyped } from '../../lib/typeAhead.ts';
import { useOpenAfterMount } from '../../lib/useOpenAfterMount.ts';
import { routes } from '../../lib/routes.ts';
import { linkOf } from '../../lib/foundLink.ts';
import { markedPieces } from '../../lib/searchWords.ts';
import { allResults, commandsFor, type Item, type ItemGroup, itemsOf } from './paletteItems.ts';
import classes from './Palette.module.css';
import { sectionsFor } from './sections.ts';

const TYPING_MS = 120;

function useResults(text: string, device: 'd' | 'm'): Found[] {
  const { loanId } = useParams({ strict: false });
  const [q] = useDebouncedValue(text.trim(), TYPING_MS);
  const query = { q, d: device, ...(loanId === undefined ? {} : { c: loanId }) };
  const { data } = useQuery({
    ...callOptions('quickSearch', { query }, { enabled: q !== '' }),
    // The previous results stay visible while the next ones load, so that rows do not move during keyboard navigation.
    placeholderData: keepPreviousData,
  });
  return q === '' ? [] : (data?.results ?? []);
}

function useItems(user: LoggedUser, text: string, opened: boolean): ItemGroup[] {
  const wide = useMediaQuery(`(width >= ${DESKTOP_BREAKPOINT_PX}px)`, true, {
    getInitialValueInEffect: false,
  });
  const device = wide ? 'd' : 'm';
  const navigate = useNavigate();
  const results = useResults(text, device);
  const { data } = useCall('listRecent', {}, { enabled: opened });
  return itemsOf({
    text,
    results,
    recent: data?.results ?? [],
    sections: sectionsFor(user),
    commands: [...commandsFor(user, (to) => navigate({ to })), ...useStore(commands)],
    most: SEARCH_PAGE_SIZE[device],
  });
}

/** Opens the chosen item. A document is opened in its folder. */
function useChoose(onClose: () => void) {
  const navigate = useNavigate();
  const open = (result: Found) => {
    if (result.kind === 'DOCUMENT') {
      // Not awaited, and a failure is ignored, because the list of recent items is only a convenience.
      send('addRecent', { body: { loanId: result.loanId, elementId: result.id } }).catch(
        () => null,
      );
    }
    void navigate(linkOf(result));
  };
  return (item: Item) => {
    onClose();
    if (item.kind === 'found') open(item.result);
    else if (item.kind === 'screen') void navigate({ to: item.section.path });
    else if (item.kind === 'all') {
      void navigate({ to: routes.search, search: { q: item.text } });
    }
    // Runs after the palette has returned the focus, because the command may move the focus elsewhere.
    else window.setTimeout(() => void item.command.run());
  };
}

function Title({ title, text: query }: { title: string; text: string }) {
  return (
    <span className={classes.title}>
      {markedPieces(title, query).map(({ text, marked }, index) =>
        marked ? <mark key={index}>{text}</mark> : <span key={index}>{text}</span>,
      )}
    </span>
  );
}

function Picture({ item }: { item: Item }) {
  if (item.kind === 'command') return <IconBolt size={18} stroke={1.6} aria-hidden />;
  if (item.kind === 'screen') {
    const { icon: ScreenIcon } = item.section;
    return <ScreenIcon size={18} stroke={1.6} aria-hidden />;
  }
  if (item.kind === 'all') return <IconSearch size={18} stroke={1.6} aria-hidden />;
  const { result } = item;
  switch (result.kind) {
    case 'LOAN':
      return <LoanTile name={result.title} color={result.color} size={28} />;
    case 'PERSON':
      return <IconUser size={18} stroke={1.6} aria-hidden />;
    case 'ENTITY':
      return <IconBuilding size={18} stroke={1.6} aria-hidden />;
    case 'DOCUMENT':
    case 'TEXT':
      return <FileKind name={result.fileName ?? undefined} />;
    default:
      return <IconMessage size={18} stroke={1.6} aria-hidden />;
  }
}

function noteOf(result: Found, now: Date): string {
  switch (result.kind) {
    case 'LOAN': {
      const closes = result.closeDate && closesWhen(result.closeDate, now);
      return [result.shortCode.toUpperCase(), result.phaseName, closes].filter(Boolean).join(', ');
    }
    case 'PERSON':
      return `${result.emailAddress}, ${result.loanName}`;
    case 'DOCUMENT':
      return [result.loanName, result.fileName && withoutExtension(result.fileName)]
        .filter(Boolean)
        .join(', ');
    default:
      return result.loanName;
  }
}

interface OptionProps {
  item: Item;
  id: string;
  text: string;
  active: boolean;
  onChoose: () => void;
  onPoint: () => void;
}

function Option({ item, id, text, active, onChoose, onPoint }: OptionProps) {
  const now = useNow();
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (active) list.current?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  return (
    // The input handles the keyboard and references the active option, so only pointer events need handlers here.
    // eslint-disable-next-line jsx-a11y/click-events-have-key-events
    <div
      ref={list}
      role="option"
      id={id}
      tabIndex={-1}
      aria-selected={active}
      className={classes.option}
      onClick={onChoose}
      onPointerMove={onPoint}
    >
      <Center component="span" flex="none" w={28} c="var(--ink-2)">
        <Picture item={item} />
      </Center>
      <Stack component="span" gap={0} flex={1} miw={0}>
        <Title title={item.title} text={text} />
        {item.kind === 'found' && (
          <Text component="span" truncate size="meta" c="var(--ink-2)">
            {noteOf(item.result, now)}
          </Text>
        )}
      </Stack>
      {item.kind === 'command' && item.command.keys && <Keys keys={item.command.keys} />}
    </div>
  );
}

const STEPS: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };

function PaletteBody({ user, onClose }: { user: LoggedUser; onClose: () => void }) {
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const groupsOfItems = useItems(user, text, true);
  const groups = [...groupsOfItems, ...allResults(text, groupsOfItems.length > 0)];
  const choose = useChoose(onClose);
  const listId = useId();
  const items = groups.flatMap((group) => group.items);
  const active = Math.min(at, Math.max(0, items.length - 1));
  const optionId = (item: Item) => `${listId} ${item.id}`.replaceAll(/[^\w-]/g, '-');

  const press = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (step !== undefined && items.length > 0) {
      event.preventDefault();
      setAt((active + step + items.length) % items.length);
    }
    const item = items[active];
    if (event.key === 'Enter' && item) {
      event.preventDefault();
      choose(item);
    }
  };

  return (
    <>
      <div className={classes.field}>
        <IconSearch size={19} stroke={1.7} aria-hidden />
        <input
          data-autofocus
          className={classes.input}
          placeholder="Search loans, people, documents, screens and actions"
          aria-label="Search"
          role="combobox"
          aria-expanded
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={items[active] && optionId(items[active])}
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          value={text}
          onFocus={() => setText((now) => now + takeTyped())}
          onChange={(event) => {
            setText(event.currentTarget.value);
            setAt(0);
          }}
          onKeyDown={press}
        />
      </div>
      <Box
        id={listId}
        role="listbox"
        aria-label="Results"
        mah="min(420px, 60dvh)"
        p="xs"
        style={{ overflow: 'hidden auto' }}
      >
        {groups.map((group) => (
          <div key={group.title} role="group" aria-label={group.title}>
            <Text size="meta" fw={500} pt="sm" px="sm" pb="s6" c="dimmed" aria-hidden>
              {group.title}
            </Text>
            {group.items.map((item) => (
              <Option
                key={item.id}
                item={item}
                id={optionId(item)}
                text={text}
                active={item === items[active]}
                onChoose={() => choose(item)}
                onPoint={() => setAt(items.indexOf(item))}
              />
            ))}
          </div>
        ))}
      </Box>
      {groupsOfItems.length > 0 ? (
        <VisuallyHidden component="output">
          {formatResults(groupsOfItems.flatMap((group) => group.items).length)}
        </VisuallyHidden>
      ) : (
        <Text
          component="output"
          display="block"
          size="table"
          pt="sm"
          px="s20"
          pb="lg"
          c="var(--ink-2)"
        >
          No results for “{text.trim()}”
        </Text>
      )}
    </>
  );
}

interface PaletteProps {
  user: LoggedUser;
  opened: boolean;
  onClose: () => void;
}

export default function Palette({ user, opened, onClose }: PaletteProps) {
  return (
    <Modal.Root
      opened={useOpenAfterMount(opened)}
      onClose={onClose}
      centered={false}
      size={620}
      padding={0}
      yOffset="14dvh"
      transitionProps={{ duration: 120 }}
      classNames={{ content: classes.content ?? '', inner: classes.inner ?? '' }}
    >
      <Modal.Overlay backgroundOpacity={0.35} />
      <Modal.Content aria-label="Search">
        <Modal.Body>
          <PaletteBody user={user} onClose={onClose} />
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
