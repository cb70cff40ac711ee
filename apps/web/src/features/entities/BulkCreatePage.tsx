import {
  MAX_ENTITIES,
  ENTITY_KIND_CODES,
  ENTITY_KINDS,
  ENTITY_LABEL_CODES,
  ENTITY_LABELS,
  type EntityKind,
  type EntityLabel,
} from '@cairn/contract/entity-fields';
import { Button, Flex, NativeSelect } from '@mantine/core';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { routes } from '../../lib/routes.ts';
import type { CallError } from '../../lib/CallError.ts';
import { announce } from '../../lib/announce.ts';
import { toast } from '../../lib/toast.ts';
import { useAction } from '../../lib/useAction.ts';
import { EntityGrid } from './EntityGrid.tsx';
import { type Cells, errorsIn, isEmpty, type RowErrors, rowErrorsOf } from './grid.ts';
import { SubPage } from './SubPage.tsx';
import classes from './Entities.module.css';

const START = 5;
const blank = (): Cells[] => Array.from({ length: START }, () => ({}));

export function BulkCreatePage() {
  const { loanId = '' } = useParams({ strict: false });
  const navigate = useNavigate();
  const [kind, setKind] = useState<EntityKind>('INDIVIDUAL');
  const [label, setLabel] = useState<EntityLabel | ''>('');
  const [rows, setRows] = useState<Cells[]>(blank);
  const [errors, setErrors] = useState<RowErrors>({});
  const filled = rows.flatMap((row, index) => (isEmpty(row) ? [] : [index]));
  const onFailure = ({ fieldErrors }: CallError): boolean => {
    setErrors(rowErrorsOf(fieldErrors, filled));
    return Object.keys(fieldErrors).length > 0;
  };
  const create = useAction('bulkCreateEntity', { onFailure });

  const save = () => {
    const rowErrors = errorsIn(kind, rows);
    setErrors(rowErrors);
    if (Object.keys(rowErrors).length > 0) {
      announce(`${Object.keys(rowErrors).length} rows need attention`);
      return;
    }
    const body = filled.map((index) => ({
      type: kind,
      labels: label ? [label] : [],
      information: rows[index]!,
    }));
    create.mutate(
      { params: { loanId }, body },
      {
        onSuccess: ({ loanEntities }) => {
          toast.success(`${loanEntities.length} added`);
          void navigate({ to: routes.loan, params: { loanId }, search: { view: 'entities' } });
        },
      },
    );
  };

  return (
    <SubPage
      loanId={loanId}
      title="Bulk add"
      lead="Type or paste from a spreadsheet. The first row can have column names."
      wide
    >
      <Flex wrap="wrap" align="end" gap="sm">
        <NativeSelect
          label="Kind"
          value={kind}
          onChange={(event) => {
            setKind(event.currentTarget.value as EntityKind);
            setErrors({});
          }}
          data={ENTITY_KIND_CODES.map((code) => ({ value: code, label: ENTITY_KINDS[code] }))}
        />
        <NativeSelect
          label="Role on this loan"
          value={label}
          onChange={(event) => setLabel(event.currentTarget.value as EntityLabel | '')}
          data={[
            { value: '', label: 'None' },
            ...ENTITY_LABEL_CODES.map((code) => ({ value: code, label: ENTITY_LABELS[code] })),
          ]}
        />
      </Flex>
      <EntityGrid
        label="Rows to add"
        kind={kind}
        rows={rows}
        errors={errors}
        most={MAX_ENTITIES}
        onChange={setRows}
      />
      <div className={classes.actions}>
        <Button
          variant="default"
          disabled={rows.length >= MAX_ENTITIES}
          onClick={() => setRows((now) => [...now, {}])}
        >
          Add a row
        </Button>
        <Button loading={create.isPending} disabled={filled.length === 0} onClick={save}>
          {filled.length === 1 ? 'Add 1 entity' : `Add ${filled.length} entities`}
        </Button>
      </div>
    </SubPage>
  );
}
