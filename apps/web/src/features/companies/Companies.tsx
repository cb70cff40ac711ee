import { Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { clsx } from 'clsx';
import { useState } from 'react';
import { routes } from '../../lib/routes.ts';
import { send } from '../../lib/client.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { QueryFallback } from '../../ui/QueryFallback.tsx';
import { callKey } from '../../lib/queries.ts';
import classes from './AdminPage.module.css';
import { CompanyMark } from './CompanyMark.tsx';
import { RowList, rowLink } from '../../ui/RowList.tsx';
import { ShowMore } from '../../ui/ShowMore.tsx';

const PAUSE_MS = 200;

function useCompanies(search: string) {
  const query = search ? { search } : {};
  return useInfiniteQuery({
    queryKey: callKey('listCompanies', { query }),
    queryFn: ({ pageParam, signal }) =>
      send(
        'listCompanies',
        { query: { ...query, ...(pageParam && { cursor: pageParam }) } },
        signal,
      ),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor,
    placeholderData: (before) => before,
  });
}

/** Company list for administrators. It has a search field because there can be ten thousand companies. */
export function Companies() {
  const [text, setText] = useState('');
  const [search] = useDebouncedValue(text.trim(), PAUSE_MS);
  const query = useCompanies(search);
  const { data } = query;
  const companies = data?.pages.flatMap((page) => page.companies) ?? [];
  return (
    <>
      <TextInput
        type="search"
        label="Search companies"
        maw={420}
        mb="md"
        leftSection={<IconSearch size={15} stroke={1.7} aria-hidden />}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <QueryFallback
        query={query}
        loading="Loading the companies"
        failed="The companies could not be loaded"
        rows={6}
      />
      {data && companies.length === 0 && (
        <EmptyState title={search ? `No results for “${search}”` : 'No companies yet'} />
      )}
      {companies.length > 0 && (
        <RowList framed style={{ overflow: 'hidden' }} aria-label="Companies">
          {companies.map(({ id, name, subdomain, logo }) => (
            <li key={id}>
              <Link
                to={routes.admin}
                search={{ companyId: id }}
                className={clsx(rowLink, classes.company)}
              >
                <CompanyMark name={name} logo={logo} />
                {name}
                {subdomain && (
                  <Text component="span" size="meta" ml="auto" c="var(--ink-3)">
                    {subdomain}
                  </Text>
                )}
              </Link>
            </li>
          ))}
        </RowList>
      )}
      <ShowMore list={query} mt="sm" />
    </>
  );
}
