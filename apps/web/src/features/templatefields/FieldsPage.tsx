import type { FieldSet } from '@cairn/contract';
import { FIELD_TYPES } from '@cairn/contract/template-terms';
import { Button } from '@mantine/core';
import { useRef, useState } from 'react';
import { CompanySelect } from '../../app/admin/CompanySelect.tsx';
import { useAdministered } from '../../app/admin/useAdministered.ts';
import type { CallError } from '../../kit/CallError.ts';
import { EmptyState } from '../../kit/EmptyState.tsx';
import { RowsSkeleton } from '../../kit/Skeleton.tsx';
import { toast } from '../../kit/toast.ts';
import { useAction } from '../../kit/useAction.ts';
import { useCall } from '../../kit/useCall.ts';
import { useDelayed } from '../../kit/useDelayed.ts';
import classes from './FieldsPage.module.css';

const COLUMNS = 'set, loanType, group, key, label, type, choices, required, help';

/** The first line that is wrong, as the server names it. */
function saysLine({ fieldErrors }: CallError): boolean {
  const [first] = Object.entries(fieldErrors);
  if (!first) return false;
  toast.error(`${first[0]}: ${first[1]}`);
  return true;
}

function Upload({ company }: { company: string | undefined }) {
  const input = useRef<HTMLInputElement>(null);
  const { mutate, isPending } = useAction('uploadTemplateFields', { onFailure: saysLine });
  const [chosen, setChosen] = useState(company ?? '');
  const upload = async (file: File | undefined) => {
    if (!file) return;
    const body = { file: { name: file.name, text: await file.text() } };
    mutate(
      { query: { company: chosen }, body },
      {
        onSuccess: ({ sets }) => toast.success(`${sets.map(({ name }) => name).join(', ')} saved`),
      },
    );
  };
  return (
    <div className={classes.upload}>
      <CompanySelect label="Company" value={chosen} onChange={setChosen} />
      <input
        ref={input}
        type="file"
        accept=".csv,text/csv"
        hidden
        aria-label="CSV file"
        onChange={(event) => {
          void upload(event.currentTarget.files?.[0]);
          event.currentTarget.value = '';
        }}
      />
      <Button loading={isPending} disabled={!chosen} onClick={() => input.current?.click()}>
        Upload CSV
      </Button>
    </div>
  );
}

function SetCard({ set }: { set: FieldSet }) {
  const remove = useAction('deleteTemplateFieldSet');
  const [sure, setSure] = useState(false);
  return (
    <section className={classes.card} aria-label={set.name}>
      <header className={classes.head}>
        <div>
          <h2 className={classes.name}>{set.name}</h2>
          <p className={classes.meta}>{set.companyName}</p>
        </div>
        {sure ? (
          <span className={classes.sure}>
            <Button variant="subtle" onClick={() => setSure(false)}>
              Keep it
            </Button>
            <Button
              className={classes.danger ?? ''}
              loading={remove.isPending}
              onClick={() => remove.mutate({ params: { id: set.id } })}
            >
              Delete the set
            </Button>
          </span>
        ) : (
          <Button variant="default" aria-label={`Delete ${set.name}`} onClick={() => setSure(true)}>
            Delete
          </Button>
        )}
      </header>
      {set.groups.map((group) => (
        <div key={group.name} className={classes.group}>
          <h3 className={classes.groupName}>{group.name}</h3>
          <ul className={classes.fields}>
            {group.fields.map((field) => (
              <li key={field.id}>
                <span>{field.label}</span>
                <span className={classes.meta}>
                  {FIELD_TYPES[field.type]}
                  {field.required && ', required'}
                  {field.choices.length > 0 && `: ${field.choices.join(', ')}`}
                </span>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </section>
  );
}

/** The fields that loans' details are made of, company by company; administrators only. */
export function FieldsPage() {
  const { companyId } = useAdministered();
  const query = companyId ? { companyId } : {};
  const { data, isPending, isError, refetch } = useCall('listTemplateFieldSets', { query });
  const waiting = useDelayed(isPending);
  return (
    <>
      <header className={classes.top}>
        <h1 className={classes.title}>Template fields</h1>
        <Upload company={companyId} />
      </header>
      <p className={classes.text}>
        A CSV file with the columns {COLUMNS}. A set of the same name is replaced; a field keeps its
        values as long as it keeps its key.
      </p>
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
    </>
  );
}
