import type { DetailField } from '@cairn/contract';
import { readDetail } from '@cairn/contract/custom-field-terms';
import { Box, Button, Group, NativeSelect, Text, TextInput } from '@mantine/core';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { QueryFallback } from '../../ui/QueryFallback.tsx';
import { toast } from '../../lib/toast.ts';
import { useAction } from '../../lib/useAction.ts';
import { useCall } from '../../lib/useCall.ts';
import classes from './DetailsView.module.css';

const AddField = lazy(() => import('./AddField.tsx'));

interface DetailProps {
  loanId: string;
  field: DetailField;
  edit: boolean;
}

const YES_NO = [
  { value: 'YES', label: 'Yes' },
  { value: 'NO', label: 'No' },
];

/** Saved on blur; an error is shown below the field. */
function Detail({ loanId, field, edit }: DetailProps) {
  const [error, setError] = useState<string | null>(null);
  const save = useAction('setLoanDetailValues');
  const keep = (text: string) => {
    if (text === (field.value ?? '')) return;
    if (text === '' && field.required) {
      setError('Required');
      return;
    }
    const reading = readDetail(field.type, field.choices, text);
    if ('error' in reading) {
      setError(reading.error);
      return;
    }
    setError(null);
    const { id: fieldId, version } = field;
    save.mutate(
      { params: { loanId }, body: { values: [{ fieldId, version, value: text }] } },
      { onError: () => setError('Not saved. Try again.') },
    );
  };
  // The select is disabled while it saves and so loses the focus; this restores it for keyboard users.
  const select = useRef<HTMLSelectElement>(null);
  const isChoosing = useRef(false);
  const busy = save.isPending;
  useEffect(() => {
    if (busy || !isChoosing.current) return;
    isChoosing.current = false;
    if (document.activeElement === document.body) select.current?.focus();
  }, [busy]);
  const common = {
    label: field.name,
    description: field.help,
    withAsterisk: field.required,
    error,
    disabled: !edit || busy,
  };
  if (field.type === 'CHOICE' || field.type === 'YES_NO') {
    const options = field.choices.map((choice) => ({ value: choice, label: choice }));
    return (
      <NativeSelect
        {...common}
        value={field.value ?? ''}
        ref={select}
        onChange={(event) => {
          isChoosing.current = true;
          keep(event.currentTarget.value);
        }}
        data={[{ value: '', label: '—' }, ...(field.type === 'YES_NO' ? YES_NO : options)]}
      />
    );
  }
  return (
    <TextInput
      {...common}
      key={field.version}
      defaultValue={field.value ?? ''}
      onBlur={(event) => keep(event.currentTarget.value.trim())}
    />
  );
}

/** Updates the fields to the company's template. The values are kept. */
function Sync({ loanId }: { loanId: string }) {
  const sync = useAction('syncLoanDetails');
  const bring = () =>
    sync.mutate(
      { params: { loanId } },
      {
        onSuccess: ({ added, changed }) =>
          toast.success(
            added + changed === 0
              ? 'The fields already match the template'
              : `${added} fields added, ${changed} changed`,
          ),
      },
    );
  return (
    <Button variant="default" size="compact-sm" loading={sync.isPending} onClick={bring}>
      Sync to template
    </Button>
  );
}

/** Custom fields of a loan: ungrouped fields first, then the groups, each in the order of the template. */
export function DetailsView({ loanId }: { loanId: string }) {
  const query = useCall('getLoanDetails', { params: { loanId } });
  const { data } = query;
  const [adding, setAdding] = useState(false);
  if (!data) {
    return (
      <QueryFallback
        query={query}
        loading="Loading the details"
        failed="The details could not be loaded"
      />
    );
  }
  const { fields, groups, abilities } = data;
  const render = (field: DetailField) => (
    <Detail key={field.id} loanId={loanId} field={field} edit={abilities.edit} />
  );
  const empty = fields.length === 0 && groups.length === 0;
  return (
    <div>
      <Group gap={0} justify="space-between" wrap="nowrap" mb="md">
        <Text component="h2" size="section" fw={600} lts="var(--tracking-section)">
          Details
        </Text>
        {abilities.edit && (
          <Group gap="xs" align="stretch" wrap="nowrap">
            <Sync loanId={loanId} />
            <Button
              variant="default"
              size="compact-sm"
              aria-haspopup="dialog"
              onClick={() => setAdding(true)}
            >
              Add a field
            </Button>
          </Group>
        )}
      </Group>
      <Suspense fallback={null}>
        {adding && <AddField loanId={loanId} groups={groups} onClose={() => setAdding(false)} />}
      </Suspense>
      {empty && <EmptyState title="This loan has no detail fields" />}
      {fields.length > 0 && <div className={classes.fields}>{fields.map(render)}</div>}
      {groups.map((group) => (
        <Box
          key={group.id}
          component="section"
          p="s20"
          mt="md"
          bg="var(--surface)"
          bd="var(--border)"
          bdrs="lg"
          aria-label={group.name}
        >
          <Text component="h3" size="subsection" fw={600} mb="sm">
            {group.name}
          </Text>
          <div className={classes.fields}>{group.fields.map(render)}</div>
        </Box>
      ))}
    </div>
  );
}
