import { Box, Flex } from '@mantine/core';
import type { Person, TaskViewer } from '@cairn/contract';
import { DATE_FILTER_DAYS } from '@cairn/contract/constants';
import { memo, useMemo } from 'react';
import { dateFilterLabel } from '../../lib/format/dateFilter.ts';
import { FilterMenuButton } from '../../ui/FilterMenuButton.tsx';
import classes from './Package.module.css';
import { optionsOf, type PackageSearch, requestsToReview } from './packageFilter.ts';
import type { Folder } from './packageTree.ts';

const MODIFIED = DATE_FILTER_DAYS.map((days) => ({
  value: String(days),
  label: dateFilterLabel(days),
}));

interface PackageFiltersProps {
  root: Folder;
  people: readonly Person[];
  viewer: TaskViewer;
  search: PackageSearch;
  onChange: (change: PackageSearch) => void;
}

/** The labels are the specification's [R320]; a filter with nothing to choose between is left out. */
export const PackageFilters = memo(function PackageFilters(props: PackageFiltersProps) {
  const { root, people, viewer, search, onChange } = props;
  const options = useMemo(() => optionsOf(root, people, !viewer.asLender), [root, people, viewer]);
  const waiting = useMemo(() => requestsToReview(root, viewer), [root, viewer]);
  const onlyMine = search.waiting === 'me';
  const several = (label: string, name: keyof typeof options) =>
    (options[name].length > 1 || search[name] !== undefined) && (
      <FilterMenuButton
        label={label}
        options={options[name]}
        chosen={search[name] ?? []}
        onChange={(chosen) => onChange({ [name]: chosen.length > 0 ? chosen : undefined })}
      />
    );
  return (
    <Flex
      component="fieldset"
      wrap="wrap"
      gap="xs"
      px={{ base: 'md', wide: 20 }}
      pt={{ base: 'xs', wide: 0 }}
      pb="sm"
      aria-label="Filters"
    >
      {(waiting > 0 || onlyMine) && (
        <button
          type="button"
          className={classes.waiting}
          aria-pressed={onlyMine}
          onClick={() => onChange({ waiting: onlyMine ? undefined : 'me' })}
        >
          Waiting on you{' '}
          <Box
            component="span"
            px={6}
            bdrs="var(--radius-pill)"
            bg="var(--accent)"
            c="var(--on-accent)"
            fw={600}
          >
            {waiting}
          </Box>
        </button>
      )}
      {several('Type', 'type')}
      {several('Status', 'status')}
      <FilterMenuButton
        label="Modified"
        single
        options={MODIFIED}
        chosen={search.modified === undefined ? [] : [search.modified]}
        onChange={([days]) => onChange({ modified: days })}
      />
      {several('Assignee', 'assignee')}
      {several('Entity', 'entity')}
    </Flex>
  );
});
