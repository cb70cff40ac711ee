import '@mantine/core/styles/Combobox.layer.css';
import type { Found } from '@cairn/contract';
import { Select } from '@mantine/core';
import { useDeferredValue, useState } from 'react';
import { useCall } from '../../lib/useCall.ts';

const optionsOf = (found: Found[] | undefined) =>
  (found ?? []).flatMap((each) =>
    each.kind === 'LOAN' ? [{ value: each.id, label: each.title }] : [],
  );

interface LoanChoiceProps {
  value: string;
  onChange: (id: string) => void;
}

/** Any loan by a part of its name; before anything is typed, those that were opened last. */
export function LoanChoice({ value, onChange }: LoanChoiceProps) {
  const [typed, setTyped] = useState('');
  // The field contains the selected name: it is not a search.
  const [chosen, setChosen] = useState({ value: '', label: '' });
  const words = useDeferredValue(typed.trim());
  const q = words === chosen.label ? '' : words;
  const found = useCall('quickSearch', { query: { q, kind: 'LOAN' } }, { enabled: q !== '' });
  const first = useCall('viewLoans', { query: { limit: 20 } }, { enabled: q === '' });
  const recent = useCall('listRecent', {}, { enabled: q === '' });
  const seen = optionsOf(recent.data?.results);
  const known = (first.data ? [...first.data.pinned, ...first.data.loans] : []).map(
    ({ id, name }) => ({ value: id, label: name }),
  );
  const listed = q === '' ? [...seen, ...known] : optionsOf(found.data?.results);
  const options = new Map(
    [...(chosen.value === '' ? [] : [chosen]), ...listed].map((each) => [each.value, each]),
  );
  return (
    <Select
      label="Loan"
      placeholder="Choose a loan"
      searchable
      allowDeselect={false}
      // The server has searched already.
      filter={({ options: all }) => all}
      nothingFoundMessage="No matching loans"
      data={[...options.values()]}
      value={value === '' ? null : value}
      onSearchChange={setTyped}
      onChange={(id) => {
        const option = id === null ? undefined : options.get(id);
        if (!option) return;
        setChosen(option);
        onChange(option.value);
      }}
    />
  );
}
