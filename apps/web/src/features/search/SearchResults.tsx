import { Box, Flex, Group, Stack } from '@mantine/core';
import type { Found, FoundCounts, FoundKind } from '@cairn/contract';
import { FOUND_KINDS } from '@cairn/contract/constants';
import { Link } from '@tanstack/react-router';
import { useNow } from '../../lib/clock.ts';
import { linkOf } from '../../lib/foundLink.ts';
import { routes } from '../../lib/routes.ts';
import { markedPieces } from '../../lib/searchWords.ts';
import type { FoundSearch } from './foundFilter.ts';
import { countText, kindCountText } from './foundTotals.ts';
import { KIND_NAMES, noteOf, Picture } from './kinds.tsx';
import classes from './Search.module.css';

interface TabsProps {
  q: string;
  kind: FoundKind | undefined;
  counts: FoundCounts;
  cutOffKinds: readonly FoundKind[];
  /** Kept when the kind changes. */
  filters: FoundSearch;
}

/** Tabs for all results and for each kind, with their counts. */
export function KindTabs({ q, kind, counts, cutOffKinds, filters }: TabsProps) {
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const tabs = FOUND_KINDS.filter(
    (each) => counts[each] > 0 || cutOffKinds.includes(each) || each === kind,
  );
  return (
    <Flex component="nav" className={classes.tabs} gap="s20" mt="xs" aria-label="Kinds of results">
      <Link
        to={routes.search}
        search={{ q, ...filters }}
        className={classes.tab ?? ''}
        aria-current={kind === undefined ? 'page' : undefined}
      >
        All <span>{countText(total, cutOffKinds.length > 0)}</span>
      </Link>
      {tabs.map((each) => (
        <Link
          key={each}
          to={routes.search}
          search={{ q, kind: each, ...filters }}
          className={classes.tab ?? ''}
          aria-current={each === kind ? 'page' : undefined}
        >
          {KIND_NAMES[each]} <span>{kindCountText(each, counts, cutOffKinds)}</span>
        </Link>
      ))}
    </Flex>
  );
}

function Excerpt({ result }: { result: Found }) {
  if (!('excerpt' in result)) return null;
  return (
    <span className={classes.excerpt}>
      “
      {result.excerpt.map(({ text, isMatch }, index) =>
        // The order of the pieces never changes, so the index is a stable key.
        // oxlint-disable-next-line react/no-array-index-key
        isMatch ? <mark key={index}>{text}</mark> : <span key={index}>{text}</span>,
      )}
      ”
    </span>
  );
}

interface RowProps {
  result: Found;
  q: string;
  isSelected: boolean;
  /** Returns true if the row is shown beside the list instead of being opened. */
  onSelect: (found: Found, by: 'pointer' | 'focus') => boolean;
}

function Row({ result, q, isSelected, onSelect }: RowProps) {
  const now = useNow();
  return (
    <li>
      <Link
        {...linkOf(result, q)}
        className={classes.row ?? ''}
        data-result
        data-selected={isSelected || undefined}
        onFocus={() => onSelect(result, 'focus')}
        onClick={(event) => {
          const isPlain = !event.metaKey && !event.ctrlKey && !event.shiftKey && event.detail > 0;
          if (isPlain && onSelect(result, 'pointer')) event.preventDefault();
        }}
      >
        <span className={classes.picture}>
          <Picture result={result} />
        </span>
        <Stack component="span" gap={0} flex={1} miw={0}>
          <span className={classes.title}>
            {markedPieces(result.title, q).map(({ text, marked }, index) =>
              // oxlint-disable-next-line react/no-array-index-key
              marked ? <mark key={index}>{text}</mark> : <span key={index}>{text}</span>,
            )}
            {result.kind === 'TEXT' && (
              <span className={classes.pageChip}>p. {result.pages[0]}</span>
            )}
          </span>
          <Excerpt result={result} />
          <span className={classes.note}>{noteOf(result, now)}</span>
        </Stack>
      </Link>
    </li>
  );
}

interface ResultsProps extends Omit<RowProps, 'result' | 'isSelected'> {
  results: readonly Found[];
  counts: FoundCounts;
  cutOffKinds: readonly FoundKind[];
  selected: Found | undefined;
  /** True if all kinds are listed, each under a heading. */
  isGrouped: boolean;
  filters: FoundSearch;
}

export function Results(props: ResultsProps) {
  const { results, counts, cutOffKinds, selected, isGrouped, filters, ...row } = props;
  const kinds = FOUND_KINDS.filter((kind) => results.some((result) => result.kind === kind));
  return kinds.map((kind) => {
    const rows = results.filter((result) => result.kind === kind);
    const count = kindCountText(kind, counts, cutOffKinds);
    return (
      <section key={kind} aria-label={KIND_NAMES[kind]}>
        {isGrouped && (
          <Flex
            component="header"
            className={classes.group}
            align="baseline"
            justify="space-between"
            mt="s20"
          >
            <h2>
              {KIND_NAMES[kind]} <span>{count}</span>
            </h2>
            {counts[kind] > rows.length && (
              <Link
                to={routes.search}
                search={{ q: row.q, kind, ...filters }}
                className={classes.all ?? ''}
              >
                View all {count}
              </Link>
            )}
          </Flex>
        )}
        <Box component="ul" mt="s4" mx="-sm">
          {rows.map((result) => (
            <Row
              key={`${result.kind} ${result.id}`}
              result={result}
              isSelected={result.id === selected?.id && result.kind === selected.kind}
              {...row}
            />
          ))}
        </Box>
      </section>
    );
  });
}

interface PagerProps {
  q: string;
  kind: FoundKind;
  /** Counted from 1. */
  page: number;
  pages: number;
  isMore: boolean;
  filters: FoundSearch;
}

export function Pager({ q, kind, page, pages, isMore, filters }: PagerProps) {
  if (pages <= 1) return null;
  const to = (next: number) => ({ q, kind, ...filters, ...(next > 1 && { page: next }) });
  return (
    <Group
      component="nav"
      className={classes.pager}
      gap="md"
      wrap="nowrap"
      justify="center"
      mt="md"
      c="var(--ink-2)"
      aria-label="Pages of results"
    >
      {page > 1 && (
        <Link to={routes.search} search={to(page - 1)}>
          Previous
        </Link>
      )}
      <span>
        Page {page} of {countText(pages, isMore)}
      </span>
      {page < pages && (
        <Link to={routes.search} search={to(page + 1)}>
          Next
        </Link>
      )}
    </Group>
  );
}
