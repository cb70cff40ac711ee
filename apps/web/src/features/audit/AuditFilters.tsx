import '@mantine/core/styles/Combobox.layer.css';
import type { AuditEntry } from '@cairn/contract';
import { Select, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { personName } from '../../lib/format/names.ts';
import { useCall } from '../../lib/useCall.ts';
import classes from './AuditPage.module.css';
import type { AuditSearch } from './filter.ts';

const SEARCH_AFTER_MS = 200;
const look = { option: classes.option ?? '' };

interface Named {
  id: string;
  name: string;
}

/** Adds the selected option when the search results do not contain it; its name comes from the entries. */
function options(matches: Named[], chosenId: string | undefined, current: Named | undefined) {
  const all = matches.map(({ id, name }) => ({ value: id, label: name }));
  if (!chosenId || all.some(({ value }) => value === chosenId)) return all;
  return [{ value: chosenId, label: current?.name ?? 'As chosen' }, ...all];
}

interface NamedChoiceProps {
  label: string;
  of: 'people' | 'loans';
  companyId: string;
  chosen: string | undefined;
  current: Named | undefined;
  onChoose: (id: string | undefined) => void;
}

/** Searches on the server by part of the name: a company may have more loans and people than a list can show. */
function NamedChoice({ label, of, companyId, chosen, current, onChoose }: NamedChoiceProps) {
  const [text, setText] = useState('');
  const [search] = useDebouncedValue(text === current?.name ? '' : text, SEARCH_AFTER_MS);
  const { data } = useCall('listAuditChoices', { query: { companyId, search } });
  return (
    <Select
      label={label}
      placeholder="All"
      data={options(data?.[of] ?? [], chosen, current)}
      value={chosen ?? null}
      onChange={(id) => onChoose(id ?? undefined)}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': `All ${of}` }}
      onSearchChange={setText}
      filter={({ options: all }) => all}
      nothingFoundMessage="No results"
      classNames={look}
      comboboxProps={{ withinPortal: false, transitionProps: { duration: 0 } }}
    />
  );
}

interface AuditFiltersProps {
  companyId: string;
  search: AuditSearch;
  entries: AuditEntry[] | undefined;
  onChange: (change: AuditSearch) => void;
}

export function AuditFilters({ companyId, search, entries = [], onChange }: AuditFiltersProps) {
  const { data } = useCall('listAuditChoices', { query: { companyId, search: '' } });
  const actor = entries.find((entry) => entry.actor?.id === search.person)?.actor;
  const loan = entries.find((entry) => entry.loan?.id === search.loan)?.loan;
  const dayOf = (name: 'from' | 'to', label: string) => (
    <TextInput
      type="date"
      label={label}
      value={search[name] ?? ''}
      onChange={({ currentTarget: { value } }) => onChange({ [name]: value || undefined })}
      className={classes.date ?? ''}
    />
  );
  return (
    <search className={classes.filters} aria-label="Filter the log">
      <NamedChoice
        label="Person"
        of="people"
        companyId={companyId}
        chosen={search.person}
        current={actor ? { id: actor.id, name: personName(actor) } : undefined}
        onChoose={(person) => onChange({ person })}
      />
      <NamedChoice
        label="Loan"
        of="loans"
        companyId={companyId}
        chosen={search.loan}
        current={loan ?? undefined}
        onChoose={(chosen) => onChange({ loan: chosen })}
      />
      <Select
        label="What happened"
        placeholder="Anything"
        data={data?.kinds ?? []}
        value={search.kind ?? null}
        onChange={(kind) => onChange({ kind: kind ?? undefined })}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': 'Anything' }}
        classNames={look}
        comboboxProps={{ withinPortal: false, transitionProps: { duration: 0 } }}
      />
      {dayOf('from', 'From')}
      {dayOf('to', 'To')}
    </search>
  );
}
