import { Flex, type FlexProps } from '@mantine/core';
import { DATE_FILTER_DAYS, PHASE_CATEGORIES } from '@cairn/contract/constants';
import type { PhaseCategory } from '@cairn/contract';
import type { ReactNode } from 'react';
import { dateFilterLabel } from '../lib/format/dateFilter.ts';
import type { FilterOption } from './FilterMenu.tsx';
import { FilterMenuButton } from './FilterMenuButton.tsx';

/** A filter of a list. `name` is its parameter in the URL. */
export interface Filter<Name extends string = string> {
  name: Name;
  label: string;
  options: readonly FilterOption[];
  /** The options exclude each other: the URL contains one of them or none. */
  single?: boolean;
}

const STAGES: Record<PhaseCategory, string> = {
  LEAD: 'Leads',
  ORIGINATION: 'Origination',
  PORTFOLIO: 'Portfolio',
  ARCHIVE: 'Archive',
};

export const MODIFIED = {
  name: 'modified',
  label: 'Modified',
  single: true,
  options: DATE_FILTER_DAYS.map((days) => ({ value: String(days), label: dateFilterLabel(days) })),
} as const satisfies Filter;

export const LOAN_STAGE = {
  name: 'stage',
  label: 'Loan Stage',
  options: PHASE_CATEGORIES.map((value) => ({ value, label: STAGES[value] })),
} as const satisfies Filter;

export type FilterLayout = Pick<
  FlexProps,
  'align' | 'className' | 'flex' | 'miw' | 'mt' | 'p' | 'pb' | 'px'
>;

interface FilterBarProps<Search extends object> extends FilterLayout {
  filters: readonly Filter<keyof Search & string>[];
  search: Search;
  onFilter: (change: Partial<Search>) => void;
  /** Rendered before the filter menus. */
  start?: ReactNode;
  /** Rendered after the filter menus. */
  children?: ReactNode;
}

/** Filter menus with the specified labels [R320]. A filter without options to choose between is left out. */
export function FilterBar<Search extends object>(props: FilterBarProps<Search>) {
  const { filters, search, onFilter, start, children, ...layout } = props;
  return (
    <Flex component="fieldset" wrap="wrap" gap="xs" bd="none" aria-label="Filters" {...layout}>
      {start}
      {filters.map(({ name, label, options, single = false }) => {
        const chosen = [(search[name] as string | string[] | undefined) ?? []].flat();
        if (options.length < (single ? 1 : 2) && chosen.length === 0) return null;
        const choose = (next: string[]) => {
          const value = single || next.length === 0 ? next[0] : next;
          onFilter({ [name]: value } as Partial<Search>);
        };
        return (
          <FilterMenuButton key={name} {...{ label, options, chosen, single }} onChange={choose} />
        );
      })}
      {children}
    </Flex>
  );
}
