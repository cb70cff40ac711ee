import type { FieldSet } from '@cairn/contract';
import { FIELD_TYPES } from '@cairn/contract/template-terms';
import { Box, Button, Flex, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { CompanySelect } from '../companies/CompanySelect.tsx';
import { useAdministered } from '../companies/useAdministered.ts';
import { CsvButton } from '../../ui/CsvButton.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { RowsSkeleton } from '../../ui/Skeleton.tsx';
import { showLineError } from '../../lib/showLineError.ts';
import { toast } from '../../lib/toast.ts';
import { useAction } from '../../lib/useAction.ts';
import { useCall } from '../../lib/useCall.ts';
import { useDelayed } from '../../lib/useDelayed.ts';
import classes from './FieldsPage.module.css';
import { PageTitle } from '../../ui/Page.tsx';

const COLUMNS = 'set, loanType, group, key, label, type, choices, required, help';

function Upload({ company }: { company: string | undefined }) {
  const { mutate, isPending } = useAction('uploadTemplateFields', { onFailure: showLineError });
  const [companyId, setCompanyId] = useState(company ?? '');
  const upload = (file: { name: string; text: string }) =>
    mutate(
      { query: { company: companyId }, body: { file } },
      {
        onSuccess: ({ sets }) => toast.success(`${sets.map(({ name }) => name).join(', ')} saved`),
      },
    );
  return (
    <Group gap="sm" align="flex-end">
      <CompanySelect label="Company" value={companyId} onChange={setCompanyId} />
      <CsvButton loading={isPending} disabled={!companyId} onFile={upload} />
    </Group>
  );
}

function SetCard({ set }: { set: FieldSet }) {
  const remove = useAction('deleteTemplateFieldSet');
  const [sure, setSure] = useState(false);
  return (
    <Box
      component="section"
      p="s20"
      mb="md"
      bg="var(--surface)"
      bd="var(--border)"
      bdrs="lg"
      aria-label={set.name}
    >
      <Flex component="header" align="flex-start" justify="space-between" gap="sm">
        <div>
          <Text component="h2" size="section" fw={600}>
            {set.name}
          </Text>
          <Text size="meta" c="var(--ink-3)">
            {set.companyName}
          </Text>
        </div>
        {sure ? (
          <Flex component="span" gap="xs">
            <Button variant="subtle" onClick={() => setSure(false)}>
              Cancel
            </Button>
            <Button
              variant="danger"
              loading={remove.isPending}
              onClick={() => remove.mutate({ params: { id: set.id } })}
            >
              Delete set
            </Button>
          </Flex>
        ) : (
          <Button variant="default" aria-label={`Delete ${set.name}`} onClick={() => setSure(true)}>
            Delete
          </Button>
        )}
      </Flex>
      {set.groups.map((group) => (
        <Box key={group.name} mt="md">
          <Text component="h3" size="subsection" fw={600}>
            {group.name}
          </Text>
          <Box component="ul" className={classes.fields} mt="s4">
            {group.fields.map((field) => (
              <li key={field.id}>
                <span>{field.label}</span>
                <Text component="span" size="meta" c="var(--ink-3)">
                  {FIELD_TYPES[field.type]}
                  {field.required && ', required'}
                  {field.choices.length > 0 && `: ${field.choices.join(', ')}`}
                </Text>
                {field.help !== null && (
                  <Text
                    component="span"
                    className={classes.help ?? ''}
                    size="meta"
                    c="var(--ink-2)"
                  >
                    {field.help}
                  </Text>
                )}
              </li>
            ))}
          </Box>
        </Box>
      ))}
    </Box>
  );
}

/** Templates of the custom fields for loans, per company. Administrators only. */
export function FieldsPage() {
  const { companyId } = useAdministered();
  const query = companyId ? { companyId } : {};
  const { data, isPending, isError, refetch } = useCall('listTemplateFieldSets', { query });
  const waiting = useDelayed(isPending);
  return (
    <>
      <Flex component="header" align="center" justify="space-between" wrap="wrap" gap="sm">
        <PageTitle>Template fields</PageTitle>
        <Upload company={companyId} />
      </Flex>
      <Text size="table" mt="xs" mb="s20" c="var(--ink-2)" maw="72ch">
        A CSV file with the columns {COLUMNS}. A set with the same name is replaced. A field keeps
        its values as long as its key stays the same.
      </Text>
      {waiting && <RowsSkeleton label="Loading the fields" rows={4} />}
      {isError && (
        <EmptyState
          title="The fields could not be loaded"
          action={
            <Button variant="default" onClick={() => void refetch()}>
              Try again
            </Button>
          }
        />
      )}
      {data?.sets.length === 0 && (
        <EmptyState title="No fields yet">Upload a CSV file for a company.</EmptyState>
      )}
      {data?.sets.map((set) => (
        <SetCard key={set.id} set={set} />
      ))}
      {data?.hasMore && (
        <Text size="table" c="var(--ink-2)">
          These are the newest. Choose a company to see all of its fields.
        </Text>
      )}
    </>
  );
}
