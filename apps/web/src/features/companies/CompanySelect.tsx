import '@mantine/core/styles/Combobox.layer.css';
import { Select } from '@mantine/core';
import { useDeferredValue, useState } from 'react';
import { useCall } from '../../lib/useCall.ts';
import classes from './CompanySelect.module.css';

const SHOWN = 20;

interface Option {
  value: string;
  label: string;
}

interface CompanySelectProps {
  label: string;
  value: string;
  onChange: (id: string) => void;
  /** An option shown before the companies. */
  first?: Option;
}

/** Loads the name of the selected company if no list contains it, for example when its id comes from the URL. */
function useName(id: string, options: readonly Option[]): Option[] {
  const missing = id !== '' && !options.some(({ value }) => value === id);
  const { data } = useCall('getCompany', { params: { companyId: id } }, { enabled: missing });
  return missing && data ? [{ value: data.id, label: data.name }] : [];
}

/** Selects a company by part of its name. The server searches, because there can be thousands of companies. */
export function CompanySelect({ label, value, onChange, first }: CompanySelectProps) {
  const [text, setText] = useState('');
  // The field shows the name of the selected company. That text must not be used as a search.
  const [chosenLabel, setChosenLabel] = useState('');
  const words = useDeferredValue(text.trim());
  const search = words === chosenLabel ? '' : words;
  const query = { limit: SHOWN, ...(search && { search }) };
  const { data } = useCall('listCompanies', { query });
  const matching = (data?.companies ?? []).map(({ id, name }) => ({ value: id, label: name }));
  const matches = first?.label.toLowerCase().includes(search.toLowerCase());
  const choices = first && matches ? [first, ...matching] : matching;
  const selectedByUrl = useName(value, first ? [first, ...matching] : matching);
  const current = [first, ...matching, ...selectedByUrl].find((option) => option?.value === value);
  if (current && current.label !== chosenLabel) setChosenLabel(current.label);
  return (
    <Select
      label={label}
      placeholder="Choose a company"
      searchable
      allowDeselect={false}
      // Shows all options, because the server has already searched.
      filter={({ options }) => options}
      nothingFoundMessage="No matching companies"
      data={current && !choices.includes(current) ? [current, ...choices] : choices}
      value={value === '' ? null : value}
      onChange={(id) => id !== null && onChange(id)}
      onSearchChange={setText}
      className={classes.root ?? ''}
    />
  );
}
