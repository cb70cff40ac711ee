import '@mantine/core/styles/Combobox.layer.css';
import type { Party } from '@cairn/contract';
import { Select } from '@mantine/core';
import { useDeferredValue, useState } from 'react';
import { personName } from '../../lib/format/names.ts';
import { useCall } from '../../lib/useCall.ts';

interface KnownPersonProps {
  people: readonly Party[];
  name: string;
  error?: string | undefined;
  onChange: (userId: string | null) => void;
}

/** Selects a person from the lender's directory who is not on the loan yet. */
export function KnownPerson({ people, name, error, onChange }: KnownPersonProps) {
  const [text, setText] = useState('');
  const [choice, setChoice] = useState<{ value: string; label: string } | null>(null);
  const words = useDeferredValue(text.trim());
  const query = useCall(
    'searchUsers',
    { query: { query: words } },
    { enabled: words.length >= 2 && words !== choice?.label },
  );
  const onLoan = new Set(people.map(({ id }) => id));
  const options = (query.data?.users ?? [])
    .filter(({ id }) => !onLoan.has(id))
    .map((user) => ({ value: user.id, label: personName(user), address: user.emailAddress }));
  return (
    <Select
      name={name}
      label="Person"
      placeholder="Type a name or email"
      searchable
      data-autofocus
      nothingFoundMessage={words.length < 2 ? 'Type at least two letters' : 'No matching people'}
      // Shows all options, because the server has already searched.
      filter={({ options: all }) => all}
      data={
        choice && !options.some(({ value }) => value === choice.value)
          ? [choice, ...options]
          : options
      }
      value={choice?.value ?? null}
      onChange={(userId, option) => {
        setChoice(option);
        onChange(userId);
      }}
      searchValue={text}
      onSearchChange={setText}
      error={error}
      renderOption={({ option }) => (
        <span>
          {option.label}
          {'address' in option && ` · ${String(option.address)}`}
        </span>
      )}
    />
  );
}
