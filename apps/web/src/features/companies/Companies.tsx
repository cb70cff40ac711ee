import { Button, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { routes } from '../../app/routes.ts';
import { send } from '../../kit/client.ts';
import { EmptyState } from '../../kit/EmptyState.tsx';
import field from '../../kit/Field.module.css';
import { NotThere } from '../../kit/NotThere.tsx';
import { callKey } from '../../kit/queries.ts';
import classes from './AdminPage.module.css';
import { CompanyMark } from './CompanyMark.tsx';

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

/** The company filter of the administrators: ten thousand companies are searched, not scrolled. */
export function Companies() {
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed.trim(), PAUSE_MS);
  const query = useCompanies(search);
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage } = query;
  const companies = data?.pages.flatMap((page) => page.companies) ?? [];
  return (
    <>
      <TextInput
        type="search"
        label="Search companies"
        className={classes.search ?? ''}
        classNames={{ label: field.label ?? '', input: field.input ?? '' }}
        leftSection={<IconSearch size={15} stroke={1.7} aria-hidden />}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <NotThere
        query={query}
        loading="Loading the companies"
        failed="The companies could not be loaded"
        rows={6}
      />
      {data && companies.length === 0 && (
        <EmptyState title={search ? `No company is called “${search}”` : 'No company yet'} />
      )}
      {companies.length > 0 && (
        <ul className={`${classes.card} ${classes.list}`} aria-label="Companies">
          {companies.map(({ id, name, subdomain, logo }) => (
            <li key={id}>
              <Link to={routes.admin} search={{ companyId: id }} className={classes.company ?? ''}>
                <CompanyMark name={name} logo={logo} />
                {name}
                {subdomain && <span className={classes.subdomain}>{subdomain}</span>}
              </Link>
            </li>
          ))}
        </ul>
      )}
      {hasNextPage && (
        <Button
          variant="default"
          className={classes.foot ?? ''}
          loading={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          Show more
        </Button>
      )}
    </>
  );
}
