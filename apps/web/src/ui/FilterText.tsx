import { CloseButton, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { type Ref, useEffect, useRef, useState } from 'react';
import { takeTyped } from '../lib/typeAhead.ts';
import { takesValue } from '../lib/typedText.ts';
import { useEventCallback } from '../lib/useEventCallback.ts';

const TYPING_MS = 250;

interface FilterTextProps {
  label: string;
  value: string | undefined;
  /** Called after a pause in typing; the text is undefined if the field is empty. */
  onFilter: (text: string | undefined) => void;
  inputRef?: Ref<HTMLInputElement>;
}

/** A text filter. The list changes after a pause in typing, the field follows the URL, and Escape clears the field. */
export function FilterText({ label, value = '', onFilter, inputRef }: FilterTextProps) {
  const [inputText, setInputText] = useState(value);
  const [settled] = useDebouncedValue(inputText.trim(), TYPING_MS);
  const announced = useRef(value);
  const arrived = useRef(value);
  const isFocused = useRef(false);
  const tell = useEventCallback((text: string) => {
    announced.current = text;
    onFilter(text === '' ? undefined : text);
  });
  const follow = useEventCallback((next: string) => {
    const field = { typed: inputText, announced: announced.current, arrived: arrived.current };
    arrived.current = next;
    if (!takesValue(next, { ...field, isFocused: isFocused.current })) return;
    announced.current = next;
    setInputText(next);
  });
  useEffect(() => follow(value), [value, follow]);
  const settle = useEventCallback((text: string) => {
    if (text !== announced.current || text !== value) tell(text);
  });
  useEffect(() => settle(settled), [settled, settle]);
  const clear = () => {
    setInputText('');
    tell('');
  };
  return (
    <TextInput
      ref={inputRef}
      type="search"
      size="xs"
      w={190}
      aria-label={label}
      placeholder={label}
      autoComplete="off"
      maxLength={200}
      value={inputText}
      onFocus={() => {
        isFocused.current = true;
        setInputText((now) => now + takeTyped());
      }}
      onBlur={() => {
        isFocused.current = false;
      }}
      onChange={(event) => setInputText(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || inputText === '') return;
        event.preventDefault();
        clear();
      }}
      leftSection={<IconSearch size={14} stroke={1.7} aria-hidden />}
      rightSection={
        inputText !== '' && <CloseButton size="xs" aria-label={`Clear ${label}`} onClick={clear} />
      }
    />
  );
}
