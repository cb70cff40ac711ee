import { Box, Flex } from '@mantine/core';
import type { Person, TaskViewer } from '@cairn/contract';
import { memo, useMemo } from 'react';
import { FilterBar, MODIFIED } from '../../ui/FilterBar.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import classes from './Package.module.css';
import { optionsOf, type PackageSearch, requestsToReview } from './packageFilter.ts';
import type { Folder } from './packageTree.ts';

const ARRANGEMENTS = [
  { value: 'folders', label: 'Folders' },
  { value: 'sba', label: 'SBA tabs' },
] as const;

interface PackageFiltersProps {
  root: Folder;
  people: readonly Person[];
  viewer: TaskViewer;
  search: PackageSearch & { tabs?: 'sba' | undefined };
  onChange: (change: PackageSearch) => void;
  /** Absent where there is only one arrangement. */
  onArrange?: (tabs: 'sba' | undefined) => void;
}

export const PackageFilters = memo(function PackageFilters(props: PackageFiltersProps) {
  const { root, people, viewer, search, onChange, onArrange } = props;
  const options = useMemo(() => optionsOf(root, people, !viewer.asLender), [root, people, viewer]);
  const waiting = useMemo(() => requestsToReview(root, viewer), [root, viewer]);
  const onlyMine = search.waiting === 'me';
  const filters = [
    { name: 'type', label: 'Type', options: options.type },
    { name: 'status', label: 'Status', options: options.status },
    MODIFIED,
    { name: 'assignee', label: 'Assignee', options: options.assignee },
    { name: 'entity', label: 'Entity', options: options.entity },
  ] as const;
  return (
    <Flex
      wrap="wrap"
      align="center"
      gap="xs"
      px={{ base: 'md', wide: 20 }}
      pt={{ base: 'xs', wide: 0 }}
      pb="sm"
    >
      {onArrange && (
        <Segmented
          label="Arrange by"
          options={ARRANGEMENTS}
          value={search.tabs ?? 'folders'}
          onChange={(chosen) => onArrange(chosen === 'sba' ? chosen : undefined)}
        />
      )}
      <FilterBar<PackageSearch>
        filters={filters}
        search={search}
        onFilter={onChange}
        align="center"
        p={0}
        start={
          (waiting > 0 || onlyMine) && (
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
          )
        }
      />
    </Flex>
  );
});
