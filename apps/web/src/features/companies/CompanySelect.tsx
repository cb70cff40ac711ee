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
  /** An option before the companies. */
  first?: Option;
}

/** The selected company may come from the URL, and be on none of the lists. */
function useName(id: string, listed: readonly Option[]): Option[] {
  const missing = id !== '' && !listed.some(({ value }) => value === id);
  const { data } = useCall('getCompany', { params: { companyId: id } }, { enabled: missing });
  return missing && data ? [{ value: data.id, label: data.name }] : [];
}

/** Any company by a part of its name. There may be thousands: the server looks. */
export function CompanySelect({ label, value, onChange, first }: CompanySelectProps) {
  const [typed, setTyped] = useState('');
  // The field contains the selected name: it is not a search.
  const [chosen, setChosen] = useState('');
  const words = useDeferredValue(typed.trim());
  const search = words === chosen ? '' : words;
  const query = { limit: SHOWN, ...(search && { search }) };
  const { data } = useCall('listCompanies', { query });
  const found = (data?.companies ?? []).map(({ id, name }) => ({ value: id, label: name }));
  const matches = first?.label.toLowerCase().includes(search.toLowerCase());
  const listed = first && matches ? [first, ...found] : found;
  const named = useName(value, first ? [first, ...found] : found);
  const current = [first, ...found, ...named].find((option) => option?.value === value);
  if (current && current.label !== chosen) setChosen(current.label);
  return (
    <Select
      label={label}
      placeholder="Choose a company"
      searchable
      allowDeselect={false}
      // The server has searched already.
      filter={({ options }) => options}
      nothingFoundMessage="No matching companies"
      data={current && !listed.includes(current) ? [current, ...listed] : listed}
      value={value === '' ? null : value}
      onChange={(id) => id !== null && onChange(id)}
      onSearchChange={setTyped}
      className={classes.root ?? ''}
    />
  );
}
