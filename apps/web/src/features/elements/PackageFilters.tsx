import { Button, Flex, Text } from '@mantine/core';
import type { Person, TaskViewer } from '@cairn/contract';
import { memo, useMemo, useRef } from 'react';
import { useCommands } from '../../lib/commands.ts';
import { formatResults } from '../../lib/format/sizes.ts';
import { FilterBar, MODIFIED } from '../../ui/FilterBar.tsx';
import { FilterText } from '../../ui/FilterText.tsx';
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
  /** The number of rows that match the filters; null without a filter. */
  count: number | null;
  onChange: (change: PackageSearch) => void;
  /** Absent if there is only one arrangement. */
  onArrange?: (tabs: 'sba' | undefined) => void;
}

/** Lets "/" move the focus to the search field, as on every page with a search field. */
function useSearchKey() {
  const field = useRef<HTMLInputElement>(null);
  useCommands(
    useMemo(
      () => [
        {
          label: 'Find in the package',
          keys: '/',
          where: 'page' as const,
          run: () => field.current?.focus(),
        },
      ],
      [],
    ),
  );
  return field;
}

export const PackageFilters = memo(function PackageFilters(props: PackageFiltersProps) {
  const { root, people, viewer, search, count, onChange, onArrange } = props;
  const field = useSearchKey();
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
        flex={{ base: '1 1 100%', wide: 1 }}
        miw={0}
        p={0}
        start={
          <>
            <FilterText
              inputRef={field}
              label="Find in the package"
              value={search.words}
              onFilter={(words) => onChange({ words })}
            />
            {(waiting > 0 || onlyMine) && (
              <Button
                className={classes.waiting}
                variant="default"
                size="compact-sm"
                fz="meta"
                fw={500}
                aria-pressed={onlyMine}
                rightSection={
                  <Text
                    span
                    size="meta"
                    px="s6"
                    bdrs="var(--radius-pill)"
                    bg="var(--accent)"
                    c="var(--on-accent)"
                    fw={600}
                  >
                    {waiting}
                  </Text>
                }
                onClick={() => onChange({ waiting: onlyMine ? undefined : 'me' })}
              >
                Waiting on you
              </Button>
            )}
          </>
        }
      >
        {search.words && count !== null && (
          <Text span size="meta" c="dimmed">
            {formatResults(count)}
          </Text>
        )}
      </FilterBar>
    </Flex>
  );
});
