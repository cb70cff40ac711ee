import type { DetailField } from '@cairn/contract';
import { readDetail } from '@cairn/contract/detail-fields';
import { Button, NativeSelect, TextInput } from '@mantine/core';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { EmptyState } from '../../kit/EmptyState.tsx';
import { RowsSkeleton } from '../../kit/Skeleton.tsx';
import { toast } from '../../kit/toast.ts';
import { useAction } from '../../kit/useAction.ts';
import { useCall } from '../../kit/useCall.ts';
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

/** Saved when the field is left; what cannot be kept is said under it. */
function Detail({ loanId, field, edit }: DetailProps) {
  const [error, setError] = useState<string | null>(null);
  const save = useAction('setLoanDetailValues');
  const keep = (given: string) => {
    if (given === (field.value ?? '')) return;
    const reading = readDetail(field.type, field.choices, given);
    if ('error' in reading) {
      setError(reading.error);
      return;
    }
    setError(null);
    const { id: fieldId, version } = field;
    save.mutate(
      { params: { loanId }, body: { values: [{ fieldId, version, value: given }] } },
      { onError: () => setError('Not saved. Try again.') },
    );
  };
  // While it is saved it takes nothing, and so loses the focus: whoever chose by keyboard goes on from here.
  const select = useRef<HTMLSelectElement>(null);
  const chosen = useRef(false);
  const busy = save.isPending;
  useEffect(() => {
    if (busy || !chosen.current) return;
    chosen.current = false;
    if (document.activeElement === document.body) select.current?.focus();
  }, [busy]);
  const common = { label: field.name, error, disabled: !edit || busy };
  if (field.type === 'CHOICE' || field.type === 'YES_NO') {
    const options = field.choices.map((choice) => ({ value: choice, label: choice }));
    return (
      <NativeSelect
        {...common}
        value={field.value ?? ''}
        ref={select}
        onChange={(event) => {
          chosen.current = true;
          keep(event.currentTarget.value);
        }}
        data={[{ value: '', label: 'Not known' }, ...(field.type === 'YES_NO' ? YES_NO : options)]}
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

/** The fields as the company's template has them; what was written into them stays. */
function Sync({ loanId }: { loanId: string }) {
  const sync = useAction('syncLoanDetails');
  const bring = () =>
    sync.mutate(
      { params: { loanId } },
      {
        onSuccess: ({ added, changed }) =>
          toast.success(
            added + changed === 0
              ? 'The fields are as the template has them'
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

/** What the lender notes of a loan: fields alone, then groups of fields, each in its order. */
export function DetailsView({ loanId }: { loanId: string }) {
  const { data, isError } = useCall('getLoanDetails', { params: { loanId } });
  const [adding, setAdding] = useState(false);
  if (isError) return <EmptyState title="The details could not be loaded." />;
  if (!data) return <RowsSkeleton label="Loading the details" />;
  const { fields, groups, abilities } = data;
  const render = (field: DetailField) => (
    <Detail key={field.id} loanId={loanId} field={field} edit={abilities.edit} />
  );
  const empty = fields.length === 0 && groups.length === 0;
  return (
    <div>
      <div className={classes.head}>
        <h2 className={classes.title}>Details</h2>
        {abilities.edit && (
          <div className={classes.buttons}>
            <Sync loanId={loanId} />
            <Button
              variant="default"
              size="compact-sm"
              aria-haspopup="dialog"
              onClick={() => setAdding(true)}
            >
              Add a field
            </Button>
          </div>
        )}
      </div>
      <Suspense fallback={null}>
        {adding && <AddField loanId={loanId} groups={groups} onClose={() => setAdding(false)} />}
      </Suspense>
      {empty && <EmptyState title="This loan has no detail fields." />}
      {fields.length > 0 && <div className={classes.fields}>{fields.map(render)}</div>}
      {groups.map((group) => (
        <section key={group.id} className={classes.group} aria-label={group.name}>
          <h3 className={classes.heading}>{group.name}</h3>
          <div className={classes.fields}>{group.fields.map(render)}</div>
        </section>
      ))}
    </div>
  );
}
