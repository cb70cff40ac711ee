import '@mantine/core/styles/Combobox.layer.css';
import { Autocomplete } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { useRef, useState } from 'react';
import { type Reply, send } from '../../lib/client.ts';
import { callOptions } from '../../lib/useCall.ts';
import classes from './Entities.module.css';
import type { EntityFieldProps } from './EntityFields.tsx';

export type Address = NonNullable<Reply<'findAddress'>['address']>;

interface AddressFieldProps extends EntityFieldProps {
  /**
   * Called when an address is chosen. Returns a function that receives the complete address when the service has
   * replied.
   */
  startFill: () => (address: Address) => void;
}

const PAUSE_MS = 300;
const LEAST_LENGTH = 3;

/** The street field with address suggestions, for installations that have an address service. */
export function AddressField({ definition, input, startFill }: AddressFieldProps) {
  const [session, setSession] = useState(() => crypto.randomUUID());
  const [inputText, setInputText] = useState(input.defaultValue ?? '');
  const [settled] = useDebouncedValue(inputText.trim(), PAUSE_MS);
  // No suggestions are requested for the initial street or for one that was chosen from the list.
  const [chosenText, setChosenText] = useState(inputText);
  // Between a choice and the end of the debounce, the previous words would be requested again in a new session.
  const isSettled = settled === inputText.trim();
  const words = settled === chosenText ? '' : settled.slice(0, 200);
  const query = useQuery({
    ...callOptions(
      'suggestAddresses',
      { body: { words, session } },
      { enabled: isSettled && words.length >= LEAST_LENGTH, onFailure: () => true },
    ),
    retry: false,
    staleTime: Infinity,
    placeholderData: keepPreviousData,
  });
  const suggestions = words.length < LEAST_LENGTH ? [] : (query.data?.suggestions ?? []);
  const { defaultValue: _before, onChange, ...rest } = input;
  const latest = useRef(inputText);
  const type = (text: string) => {
    latest.current = text;
    setInputText(text);
    onChange(text);
  };
  const choose = async (text: string) => {
    const id = suggestions.find((each) => each.text === text)?.id;
    if (id === undefined) return;
    setChosenText(text);
    // The address service ends a session when an address is chosen.
    setSession(crypto.randomUUID());
    const fill = startFill();
    // If the service does not reply, the street is the chosen text and the user types the other fields.
    const reply = await send('findAddress', { body: { id, session } }).catch(() => null);
    // A late reply does not overwrite what the user typed meanwhile.
    if (!reply?.address || latest.current !== text) return;
    const street = reply.address.street || text;
    setChosenText(street);
    type(street);
    fill(reply.address);
  };
  return (
    <Autocomplete
      {...rest}
      label={definition.label}
      className={clsx(classes.field, definition.half && classes.half)}
      withAsterisk={definition.required ?? false}
      autoComplete="off"
      description="Start typing to choose an address."
      value={inputText}
      onChange={type}
      onOptionSubmit={(text) => void choose(text)}
      data={[...new Set(suggestions.map(({ text }) => text))]}
      // The server has already filtered the suggestions.
      filter={({ options }) => options}
      comboboxProps={{ withinPortal: true }}
    />
  );
}
