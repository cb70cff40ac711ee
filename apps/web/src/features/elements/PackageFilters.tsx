import type { Person } from '@cairn/contract';
import { DATE_FILTER_DAYS } from '@cairn/contract/constants';
import { memo, useMemo } from 'react';
import { FilterMenu } from '../../kit/FilterMenu.tsx';
import { dateFilterLabel } from '../loans/views.ts';
import classes from './Package.module.css';
import { optionsOf, type PackageSearch } from './packageFilter.ts';
import type { Folder } from './packageTree.ts';

const MODIFIED = DATE_FILTER_DAYS.map((days) => ({
  value: String(days),
  label: dateFilterLabel(days),
}));

interface PackageFiltersProps {
  root: Folder;
  people: readonly Person[];
  asBorrower: boolean;
  search: PackageSearch;
  onChange: (change: PackageSearch) => void;
}

/** The labels are the specification's [R320]; a filter with nothing to choose between is left out. */
export const PackageFilters = memo(function PackageFilters(props: PackageFiltersProps) {
  const { root, people, asBorrower, search, onChange } = props;
  const options = useMemo(() => optionsOf(root, people, asBorrower), [root, people, asBorrower]);
  const several = (label: string, name: keyof typeof options) =>
    (options[name].length > 1 || search[name] !== undefined) && (
      <FilterMenu
        label={label}
        options={options[name]}
        chosen={search[name] ?? []}
        onChange={(chosen) => onChange({ [name]: chosen.length > 0 ? chosen : undefined })}
      />
    );
  return (
    <fieldset className={classes.filters} aria-label="Filters">
      {several('Type', 'type')}
      {several('Status', 'status')}
      <FilterMenu
        label="Modified"
        single
        options={MODIFIED}
        chosen={search.modified === undefined ? [] : [search.modified]}
        onChange={([days]) => onChange({ modified: days })}
      />
      {several('Assignee', 'assignee')}
      {several('Entity', 'entity')}
    </fieldset>
  );
});
