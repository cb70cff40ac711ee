// Elements with these native roles would take the focus, which has to stay in the input.
/* eslint-disable jsx-a11y/prefer-tag-over-role */
import type { ShoeboxItem } from '@cairn/contract';
import { Modal, Stack, Text, TextInput } from '@mantine/core';
import { IconFileText, IconSearch } from '@tabler/icons-react';
import { clsx } from 'clsx';
import { type KeyboardEvent, useId, useMemo, useState } from 'react';
import { withoutExtension } from '../../lib/format/names.ts';
import { findTargets, type Group, type Target } from './requests.ts';
import classes from './Shoebox.module.css';

interface FileToProps {
  item: ShoeboxItem;
  groups: Group[];
  onFile: (target: Target) => void;
  onClose: () => void;
}

/**
 * Finds any request of the loan by part of its name. A request that already has a file appears only in search results,
 * with a note that the file would be replaced.
 */
export default function FileToDialog({ item, groups, onFile, onClose }: FileToProps) {
  const [words, setWords] = useState('');
  const [at, setAt] = useState(0);
  const targets = useMemo(() => findTargets(groups, words), [groups, words]);
  const list = useId();
  const active = targets[Math.min(at, targets.length - 1)];
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      setAt(Math.max(0, Math.min(at + step, targets.length - 1)));
    }
    if (event.key === 'Enter' && active) {
      event.preventDefault();
      onFile(active);
    }
  };
  return (
    <Modal opened onClose={onClose} title={`File ${withoutExtension(item.title)} to`} size={520}>
      <TextInput
        data-autofocus
        mt="s4"
        aria-label="Request"
        placeholder="Title or entity"
        leftSection={<IconSearch size={16} stroke={1.7} aria-hidden />}
        role="combobox"
        aria-expanded
        aria-controls={list}
        aria-activedescendant={active && `${list}-${active.element.id}`}
        value={words}
        onChange={(event) => {
          setWords(event.currentTarget.value);
          setAt(0);
        }}
        onKeyDown={onKeyDown}
      />
      <Stack
        id={list}
        role="listbox"
        aria-label="Requests"
        gap="s2"
        mah={360}
        mt="sm"
        style={{ overflowY: 'auto' }}
      >
        {targets.map((target, index) => (
          // Focus and keyboard handling stay in the input, so an option only needs a click handler.
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
          <div
            key={target.element.id}
            id={`${list}-${target.element.id}`}
            role="option"
            tabIndex={-1}
            aria-selected={target === active}
            className={clsx(classes.option, target === active && classes.optionHere)}
            onMouseMove={() => setAt(index)}
            onClick={() => onFile(target)}
          >
            <IconFileText size={16} stroke={1.7} aria-hidden />
            <Stack component="span" gap={1} flex={1} miw={0}>
              <Text component="span" truncate inherit miw={0}>
                {target.element.title}
              </Text>
              <Text component="span" truncate size="meta" c="dimmed">
                {target.group}
                {!target.open && ', has a file that this one replaces'}
              </Text>
            </Stack>
          </div>
        ))}
        {targets.length === 0 && (
          <Text size="table" p="xs" c="dimmed">
            No matching requests
          </Text>
        )}
      </Stack>
    </Modal>
  );
}
