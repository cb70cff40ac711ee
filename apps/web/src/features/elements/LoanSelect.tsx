import { Select } from '@mantine/core';
import { useDeferredValue, useState } from 'react';
import { useCall } from '../../lib/useCall.ts';

interface LoanSelectProps {
  /** The current loan, which is left out of the options. */
  but: string;
  value: string | null;
  onChange: (loanId: string | null) => void;
}

/** Selects another loan that the user can see. The search matches a part of the loan's name. */
export function LoanSelect({ but, value, onChange }: LoanSelectProps) {
  const [text, setText] = useState('');
  const q = useDeferredValue(text);
  const { data } = useCall(
    'quickSearch',
    { query: { q, kind: 'LOAN' } },
    { enabled: q.trim().length > 1 },
  );
  const loans = (data?.results ?? [])
    .filter((result) => result.kind === 'LOAN' && result.id !== but)
    .map(({ id, title }) => ({ value: id, label: title }));
  return (
    <Select
      label="Loan"
      placeholder="Search by name"
      searchable
      data-autofocus
      data={loans}
      value={value}
      onChange={onChange}
      onSearchChange={setText}
      filter={({ options }) => options}
    />
  );
}
