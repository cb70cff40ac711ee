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

/** Anybody in the lender's directory who is not on the loan yet. */
export function KnownPerson({ people, name, error, onChange }: KnownPersonProps) {
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState<{ value: string; label: string } | null>(null);
  const words = useDeferredValue(typed.trim());
  const found = useCall(
    'searchUsers',
    { query: { query: words } },
    { enabled: words.length >= 2 && words !== chosen?.label },
  );
  const onLoan = new Set(people.map(({ id }) => id));
  const options = (found.data?.users ?? [])
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
      // The server has searched already.
      filter={({ options: all }) => all}
      data={
        chosen && !options.some(({ value }) => value === chosen.value)
          ? [chosen, ...options]
          : options
      }
      value={chosen?.value ?? null}
      onChange={(userId, option) => {
        setChosen(option);
        onChange(userId);
      }}
      searchValue={typed}
      onSearchChange={setTyped}
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
