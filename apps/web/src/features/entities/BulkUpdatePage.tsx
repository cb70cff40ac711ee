import type { LoanEntity } from '@cairn/contract';
import { ENTITY_KIND_CODES, ENTITY_KINDS, type EntityKind } from '@cairn/contract/entity-fields';
import { Button, Flex, NativeSelect } from '@mantine/core';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { routes } from '../../lib/routes.ts';
import { announce } from '../../lib/announce.ts';
import type { CallError } from '../../lib/CallError.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { QueryFallback } from '../../ui/QueryFallback.tsx';
import { toast } from '../../lib/toast.ts';
import { useAction } from '../../lib/useAction.ts';
import { useCall } from '../../lib/useCall.ts';
import { EntityGrid } from './EntityGrid.tsx';
import { textOfValue } from './EntityFields.tsx';
import {
  type Cells,
  changesIn,
  columnsOf,
  errorsIn,
  type RowErrors,
  rowErrorsOf,
  typeInCell,
} from './grid.ts';
import { SubPage } from './SubPage.tsx';
import classes from './Entities.module.css';

/** The values as text that a user could type. A masked value becomes an empty cell. */
const cellsOf = ({ kind, information }: LoanEntity): Cells =>
  Object.fromEntries(
    columnsOf(kind).map((field) => [field.name, textOfValue(field, information[field.name])]),
  );

interface GridProps {
  loanId: string;
  kind: EntityKind;
  entities: readonly LoanEntity[];
}

/** Shows the latest saved values. Only the cells that the user typed into keep local values. */
function ChangeGrid({ loanId, kind, entities }: GridProps) {
  const navigate = useNavigate();
  const [edits, setEdits] = useState<Readonly<Record<string, Cells>>>({});
  const [errors, setErrors] = useState<RowErrors>({});
  const savedCells = entities.map(cellsOf);
  const rows = savedCells.map((cells, row) => ({ ...cells, ...edits[entities[row]!.entityId] }));
  const changes = rows.map((cells, row) => changesIn(savedCells[row]!, cells));
  const changed = changes.flatMap((cells, row) => (Object.keys(cells).length > 0 ? [row] : []));
  const onFailure = ({ status, fieldErrors }: CallError): boolean => {
    // A conflict: an entity was changed by someone else. The default message is shown, as for a single entity.
    if (status === 409) return false;
    setErrors(rowErrorsOf(fieldErrors, changed));
    return Object.keys(fieldErrors).length > 0;
  };
  const update = useAction('bulkUpdateEntity', { onFailure });
  const edit = (next: readonly Cells[]) =>
    setEdits(
      Object.fromEntries(
        next.map((cells, row) => [entities[row]!.entityId, typeInCell(savedCells[row]!, cells)]),
      ),
    );
  const save = () => {
    const rowErrors = errorsIn(kind, changes, 'change');
    setErrors(rowErrors);
    if (Object.keys(rowErrors).length > 0) {
      announce(`${Object.keys(rowErrors).length} rows need attention`);
      return;
    }
    const body = changed.map((row) => ({
      entityId: entities[row]!.entityId,
      version: entities[row]!.version,
      information: changes[row]!,
    }));
    update.mutate(
      { params: { loanId }, body },
      {
        onSuccess: () => {
          toast.success(body.length === 1 ? '1 entity changed' : `${body.length} entities changed`);
          void navigate({ to: routes.loan, params: { loanId }, search: { view: 'entities' } });
        },
      },
    );
  };
  return (
    <>
      <EntityGrid
        label="Rows to change"
        kind={kind}
        rows={rows}
        errors={errors}
        names={entities.map(({ name }) => name)}
        masked={entities.map(({ masked }) => masked)}
        most={rows.length}
        onChange={edit}
      />
      <div className={classes.actions}>
        <Button loading={update.isPending} disabled={changed.length === 0} onClick={save}>
          {changed.length === 1 ? 'Change 1 entity' : `Change ${changed.length} entities`}
        </Button>
      </div>
    </>
  );
}

export function BulkUpdatePage() {
  const { loanId = '' } = useParams({ strict: false });
  const query = useCall('listLoanEntities', { params: { id: loanId } });
  const { data } = query;
  const [chosenKind, setChosenKind] = useState<EntityKind>();
  const editable = data?.loanEntities.filter(({ abilities }) => abilities.edit) ?? [];
  const kinds = ENTITY_KIND_CODES.filter((code) => editable.some(({ kind }) => kind === code));
  const kind = chosenKind ?? kinds[0];
  return (
    <SubPage
      loanId={loanId}
      title="Bulk edit"
      lead="Type or paste from a spreadsheet. Masked values stay as they are unless you replace them."
      wide
    >
      {!data && (
        <QueryFallback
          query={query}
          loading="Loading the entities"
          failed="The entities could not be loaded"
        />
      )}
      {data && !kind && <EmptyState title="No entities you can edit" />}
      {kind && (
        <>
          <Flex wrap="wrap" align="end" gap="sm">
            <NativeSelect
              label="Kind"
              value={kind}
              onChange={(event) => setChosenKind(event.currentTarget.value as EntityKind)}
              data={kinds.map((code) => ({ value: code, label: ENTITY_KINDS[code] }))}
            />
          </Flex>
          <ChangeGrid
            key={kind}
            loanId={loanId}
            kind={kind}
            entities={editable.filter((each) => each.kind === kind)}
          />
        </>
      )}
    </SubPage>
  );
}
