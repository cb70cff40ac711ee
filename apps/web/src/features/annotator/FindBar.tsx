import { ActionIcon, Group, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconChevronDown, IconChevronUp, IconX } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import { hint } from '../../lib/hint.ts';
import type { Reader } from './pdf.ts';
import { type FindState, type Start, useFound } from './useFound.ts';
import type { ShownDocument } from './useOpenedFile.ts';

const TYPING_MS = 250;

interface FindBarProps {
  document: ShownDocument;
  reader: Reader | null;
  /** The search words that the document was opened with. */
  start: Start | undefined;
  onClose: () => void;
}

function countText({ count, index, isComplete, isFetching, isError }: FindState, text: string) {
  if (text === '') return '';
  if (isError) return 'Search failed';
  if (count === 0) return isFetching ? 'Searching…' : 'No matches';
  return `${index + 1} of ${count}${isComplete ? '' : '+'}`;
}

/** Searches the document and steps through the matches. */
export function FindBar({ document, reader, start, onClose }: FindBarProps) {
  const [text, setText] = useState(start?.words.join(' ') ?? '');
  const [isOwn, setOwn] = useState(false);
  const [settled] = useDebouncedValue(text.trim(), TYPING_MS);
  const texts = useMemo(() => {
    if (!isOwn) return start?.words ?? [];
    return settled === '' ? [] : [settled];
  }, [isOwn, settled, start]);
  const matches = useFound(document, reader, { texts, page: isOwn ? 1 : (start?.page ?? 1) });
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // The field takes the focus only if the user opened the bar. If a search opened the document, the focus stays in
    // its results.
    if (start === undefined) field.current?.focus();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- when it opens, not when the start changes
  }, []);
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && matches.count > 0) {
      event.preventDefault();
      matches.step(event.shiftKey ? -1 : 1);
    }
    if (event.key === 'Escape') {
      event.preventDefault();
      event.stopPropagation();
      onClose();
    }
  };
  return (
    <Group
      component="search"
      aria-label="Find in this document"
      gap="s4"
      wrap="nowrap"
      flex="none"
      px="md"
      py="s6"
      bg="var(--surface)"
      style={{ borderBlock: 'var(--border)' }}
    >
      <TextInput
        flex={1}
        miw={0}
        size="xs"
        aria-label="Find in this document"
        placeholder="Find in this document"
        ref={field}
        maxLength={100}
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setOwn(true);
        }}
        onKeyDown={press}
      />
      <Text
        component="output"
        size="meta"
        c="var(--ink-2)"
        px="s4"
        style={{ fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' }}
      >
        {countText(matches, text.trim())}
      </Text>
      <ActionIcon
        size={28}
        aria-label="Previous match"
        disabled={matches.count === 0}
        onClick={() => matches.step(-1)}
        {...hint('Previous match (Shift+Enter)')}
      >
        <IconChevronUp size={16} stroke={1.7} aria-hidden />
      </ActionIcon>
      <ActionIcon
        size={28}
        aria-label="Next match"
        disabled={matches.count === 0}
        onClick={() => matches.step(1)}
        {...hint('Next match (Enter)')}
      >
        <IconChevronDown size={16} stroke={1.7} aria-hidden />
      </ActionIcon>
      <ActionIcon size={28} aria-label="Close search in this document" onClick={onClose}>
        <IconX size={16} stroke={1.7} aria-hidden />
      </ActionIcon>
    </Group>
  );
}
