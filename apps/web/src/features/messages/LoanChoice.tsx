import '@mantine/core/styles/Combobox.layer.css';
import type { Found } from '@cairn/contract';
import { Select } from '@mantine/core';
import { useDeferredValue, useState } from 'react';
import { useCall } from '../../lib/useCall.ts';

const optionsOf = (results: Found[] | undefined) =>
  (results ?? []).flatMap((each) =>
    each.kind === 'LOAN' ? [{ value: each.id, label: each.title }] : [],
  );

interface LoanChoiceProps {
  value: string;
  onChange: (id: string) => void;
}

/** Selects a loan by a part of its name. Before the user types, it lists recently opened loans first. */
export function LoanChoice({ value, onChange }: LoanChoiceProps) {
  const [text, setText] = useState('');
  // The field shows the name of the selected loan, which must not be used as a search term.
  const [choice, setChoice] = useState({ value: '', label: '' });
  const words = useDeferredValue(text.trim());
  const q = words === choice.label ? '' : words;
  const query = useCall('quickSearch', { query: { q, kind: 'LOAN' } }, { enabled: q !== '' });
  const first = useCall('viewLoans', { query: { limit: 20 } }, { enabled: q === '' });
  const recent = useCall('listRecent', {}, { enabled: q === '' });
  const recentOptions = optionsOf(recent.data?.results);
  const loanOptions = (first.data ? [...first.data.pinned, ...first.data.loans] : []).map(
    ({ id, name }) => ({ value: id, label: name }),
  );
  const shownOptions =
    q === '' ? [...recentOptions, ...loanOptions] : optionsOf(query.data?.results);
  const options = new Map(
    [...(choice.value === '' ? [] : [choice]), ...shownOptions].map((each) => [each.value, each]),
  );
  return (
    <Select
      label="Loan"
      placeholder="Choose a loan"
      searchable
      allowDeselect={false}
      // The server has already filtered the options.
      filter={({ options: all }) => all}
      nothingFoundMessage="No matching loans"
      data={[...options.values()]}
      value={value === '' ? null : value}
      onSearchChange={setText}
      onChange={(id) => {
        const option = id === null ? undefined : options.get(id);
        if (!option) return;
        setChoice(option);
        onChange(option.value);
      }}
    />
  );
}
