import { Button, Group, Stack } from '@mantine/core';
import { IconDots, IconFileText, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { FilterBar, LOAN_STAGE, MODIFIED } from '../../ui/FilterBar.tsx';
import { FilterMenuButton } from '../../ui/FilterMenuButton.tsx';
import { FilterText } from '../../ui/FilterText.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { LazyMenu, menuLoadedBy } from '../../ui/LazyMenu.tsx';
import { BackLink } from '../../ui/BackLink.tsx';
import { PageSection } from '../../ui/Card.tsx';
import { QueryFallback } from '../../ui/QueryFallback.tsx';
import { actionClass, SelectionBar } from '../../ui/SelectionBar.tsx';
import { Trash, type Trashed } from '../../ui/Trash.tsx';
import { UnreadBadge } from '../../ui/UnreadCount.tsx';

const menu = menuLoadedBy(() => import('./SampleMenu.tsx'));
const FILTERS = [LOAN_STAGE, MODIFIED];
const OFFICERS = [
  { value: 'dana', label: 'Dana Whitfield' },
  { value: 'grace', label: 'Grace Lindqvist' },
];

interface Search {
  stage?: string | string[];
  modified?: string;
}

function Filters() {
  const [search, setSearch] = useState<Search>({ stage: ['LEAD', 'ORIGINATION'] });
  const [words, setWords] = useState<string | undefined>('Larkspur');
  const [officers, setOfficers] = useState<string[]>([]);
  return (
    <FilterBar
      filters={FILTERS}
      search={search}
      onFilter={(change) => setSearch((now) => ({ ...now, ...change }))}
      start={<FilterText label="Search loans" value={words} onFilter={setWords} />}
    >
      <FilterMenuButton
        label="Officer"
        options={OFFICERS}
        chosen={officers}
        onChange={setOfficers}
      />
    </FilterBar>
  );
}

function Selected() {
  const [count, setCount] = useState(0);
  return (
    <Group>
      <Button variant="default" onClick={() => setCount(3)}>
        Select three
      </Button>
      <LazyMenu menu={menu} label="More" body={{}}>
        <Icon of={IconDots} />
      </LazyMenu>
      <LazyMenu menu={menu} label="More, active" active body={{}}>
        <Icon of={IconDots} />
      </LazyMenu>
      <span>
        Messages <UnreadBadge count={4} /> <UnreadBadge count={140} />
      </span>
      {count > 0 && (
        <SelectionBar label="Selected loans" count={count} onClear={() => setCount(0)}>
          <button type="button" className={actionClass}>
            <Icon of={IconTrash} /> Remove
          </button>
        </SelectionBar>
      )}
    </Group>
  );
}

const refetch = (): Promise<void> => Promise.resolve();
const isPending = { isPending: true, isError: false, refetch };
const isError = { isPending: false, isError: true, refetch };

const trashedRow = (id: string, title: string, mayRemove: boolean): Trashed => ({
  id,
  title,
  icon: <Icon of={IconFileText} />,
  cells: ['Nov 16, 2026'],
  mayRestore: true,
  mayRemove,
});

function SampleTrash() {
  const [things, setThings] = useState([
    trashedRow('tax', 'Tax return 2025', true),
    trashedRow('rent', 'Rent roll', false),
  ]);
  const leave = async (ids: readonly string[]) =>
    setThings((now) => now.filter(({ id }) => !ids.includes(id)));
  return (
    <Trash
      title="Trash"
      back={<BackLink to="/">Back to the loan</BackLink>}
      text="Removed requests stay here until they are deleted."
      columns={['Removed']}
      things={things}
      notThere={null}
      warning="This permanently deletes it and its files. You can’t undo this."
      warningOfSeveral="This permanently deletes them and their files. You can’t undo this."
      onRestore={leave}
      onRemove={leave}
    />
  );
}

export function Lists() {
  return (
    <>
      <PageSection title="Filters">
        <Filters />
      </PageSection>
      <PageSection title="Selection, menus and unread messages">
        <Selected />
      </PageSection>
      <PageSection title="Query that waits or failed">
        <Stack>
          <QueryFallback query={isPending} loading="Loading the loans" failed="" rows={2} />
          <QueryFallback query={isError} loading="" failed="The loans could not be loaded">
            The server did not answer.
          </QueryFallback>
        </Stack>
      </PageSection>
      <PageSection title="Trash">
        <SampleTrash />
      </PageSection>
    </>
  );
}
