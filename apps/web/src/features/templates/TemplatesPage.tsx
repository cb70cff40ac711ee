import type { Template } from '@cairn/contract';
import { BLOCK_GROUPS, BLOCK_TYPE_CODES } from '@cairn/contract/template-terms';
import { Button, Group, Text } from '@mantine/core';
import { Link, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Page, PageHeader } from '../../ui/Page.tsx';
import { RowsSkeleton } from '../../ui/Skeleton.tsx';
import { useCall } from '../../lib/useCall.ts';
import { useDelayed } from '../../lib/useDelayed.ts';
import { CsvButtons } from './CsvButtons.tsx';
import { TEMPLATE_ADDRESSES, type TemplateAddresses } from './templateAddresses.ts';
import { Library } from './Library.tsx';
import { TemplateTable } from './TemplateTable.tsx';

interface GroupsProps {
  addresses: TemplateAddresses;
  groups: Record<string, Template[]>;
  trashed: boolean;
}

/** Groups templates by what they apply to. The page of loan templates has only one group. */
function Groups({ addresses, groups, trashed }: GroupsProps) {
  const blocks = BLOCK_TYPE_CODES.filter((block) => (groups[block] ?? []).length > 0);
  if (blocks.length === 0) {
    return (
      <EmptyState title={trashed ? 'The trash is empty' : 'No templates yet'}>
        {trashed ? undefined : 'Adopt one from the library below, or start with an empty one.'}
      </EmptyState>
    );
  }
  if (addresses !== TEMPLATE_ADDRESSES.v2) {
    return (
      <TemplateTable
        addresses={addresses}
        templates={groups['LOAN'] ?? []}
        label={addresses.title}
      />
    );
  }
  return blocks.map((block) => (
    <section key={block} aria-label={BLOCK_GROUPS[block]}>
      <Text component="h2" size="subsection" fw={600} mt="lg" mb="xs" c="var(--ink-2)">
        {BLOCK_GROUPS[block]}
      </Text>
      <TemplateTable
        addresses={addresses}
        templates={groups[block] ?? []}
        label={BLOCK_GROUPS[block]}
      />
    </section>
  ));
}

/** The company that an administrator selected in the URL, if any. */
export function useCompanyFilter(): string | undefined {
  const { companyId } = useSearch({ strict: false }) as { companyId?: string };
  return companyId;
}

export function TemplatesPage({ addresses }: { addresses: TemplateAddresses }) {
  const [trashed, setTrashed] = useState(false);
  const companyId = useCompanyFilter();
  const query = {
    ...(addresses === TEMPLATE_ADDRESSES.loans && { blockType: 'LOAN' as const }),
    ...(companyId && { companyId }),
    status: trashed ? ('TRASHED' as const) : ('ACTIVE' as const),
  };
  const { data, isPending, isError, refetch } = useCall('listTemplates', { query });
  const waiting = useDelayed(isPending);
  const mayCreate = data?.abilities.create ?? false;
  return (
    <Page width="list">
      <PageHeader title={addresses.title}>
        <Group gap="xs">
          <Button variant="subtle" onClick={() => setTrashed(!trashed)}>
            {trashed ? 'Back to the templates' : 'Trash'}
          </Button>
          <CsvButtons companyId={companyId} mayUpload={mayCreate} />
          {mayCreate && (
            <Button component={Link} to={addresses.create}>
              New template
            </Button>
          )}
        </Group>
      </PageHeader>
      {waiting && <RowsSkeleton label="Loading the templates" />}
      {isError && (
        <EmptyState
          title="The templates could not be loaded"
          action={
            <Button variant="default" onClick={() => void refetch()}>
              Try again
            </Button>
          }
        />
      )}
      {data && <Groups addresses={addresses} groups={data.templates} trashed={trashed} />}
      {data?.hasMore && (
        <Text size="table" c="var(--ink-2)">
          Only the newest 500 templates are shown.
        </Text>
      )}
      {data && !trashed && (
        <Library addresses={addresses} mayAdopt={mayCreate} companyId={companyId} />
      )}
    </Page>
  );
}
