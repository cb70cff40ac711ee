import '@mantine/core/styles/Combobox.layer.css';
import type { Party } from '@cairn/contract';
import { Select } from '@mantine/core';
import { useDeferredValue, useState } from 'react';
import { personName } from '../../format/names.ts';
import { fieldClasses } from '../../kit/Field.tsx';
import { useCall } from '../../kit/useCall.ts';

interface KnownPersonProps {
  people: readonly Party[];
  error: string | undefined;
}

/** Anybody in the lender's directory who is not on the loan yet. */
export function KnownPerson({ people, error }: KnownPersonProps) {
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState<{ value: string; label: string } | null>(null);
  const words = useDeferredValue(typed.trim());
  const found = useCall(
    'searchUsers',
    { query: { query: words } },
    { enabled: words.length >= 2 && words !== chosen?.label },
  );
  const there = new Set(people.map(({ id }) => id));
  const options = (found.data?.users ?? [])
    .filter(({ id }) => !there.has(id))
    .map((user) => ({ value: user.id, label: personName(user), address: user.emailAddress }));
  return (
    <Select
      name="userId"
      label="Person"
      placeholder="Type a name or an address"
      classNames={fieldClasses}
      searchable
      data-autofocus
      nothingFoundMessage={words.length < 2 ? 'Type two letters' : 'Nobody you work with'}
      // The server has searched already.
      filter={({ options: all }) => all}
      data={
        chosen && !options.some(({ value }) => value === chosen.value)
          ? [chosen, ...options]
          : options
      }
      value={chosen?.value ?? null}
      onChange={(_value, option) => setChosen(option)}
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
