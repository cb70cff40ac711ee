import type { GuaranteeRule, LoanEntity, Owner } from '@cairn/contract';
import { Button, NativeSelect, TextInput } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { formatDay } from '../../format/dates.ts';
import type { CallError } from '../../kit/CallError.ts';
import { toast } from '../../kit/toast.ts';
import { useAction } from '../../kit/useAction.ts';
import {
  guaranteeWords,
  hundredths,
  isWrong,
  type OwnerRow,
  othersFor,
  rowOf,
  ruleFor,
  shareComplaint,
  totalOf,
  totalWords,
} from './owners.ts';
import classes from './OwnersEditor.module.css';

interface OwnersEditorProps {
  entity: LoanEntity;
  entities: readonly LoanEntity[];
  owners: readonly Owner[];
  rules: readonly GuaranteeRule[];
}

interface OwnerLineProps {
  row: OwnerRow;
  hint: string | null;
  /** Complaints wait until somebody wants to save. */
  tried: boolean;
  onChange: (row: OwnerRow) => void;
  onRemove: () => void;
}

function OwnerLine({ row, hint, tried, onChange, onRemove }: OwnerLineProps) {
  const complaint = tried ? shareComplaint(row.share) : null;
  return (
    <li className={classes.line}>
      <p className={classes.who}>
        <span className={classes.name}>{row.name}</span>
        {hint && <span className={classes.hint}>{hint}</span>}
      </p>
      <TextInput
        className={classes.share ?? ''}
        aria-label={`Share of ${row.name}, percent`}
        inputMode="decimal"
        value={row.share}
        error={complaint}
        rightSection={<span aria-hidden>%</span>}
        onChange={(event) => onChange({ ...row, share: event.currentTarget.value })}
      />
      <TextInput
        className={classes.day ?? ''}
        type="date"
        aria-label={`Share of ${row.name} as of`}
        value={row.asOf}
        onChange={(event) => onChange({ ...row, asOf: event.currentTarget.value })}
      />
      <Button
        variant="subtle"
        color="gray"
        size="compact-sm"
        aria-label={`Remove ${row.name}`}
        onClick={onRemove}
      >
        <IconX size={16} stroke={1.7} aria-hidden />
      </Button>
    </li>
  );
}

interface Typed {
  rows: OwnerRow[];
  /** The version it was typed on: what others saved meanwhile is not written over. */
  version: number;
}

function useOwners({ entity, owners }: Pick<OwnersEditorProps, 'entity' | 'owners'>) {
  const [typed, setTyped] = useState<Typed | null>(null);
  const [tried, setTried] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const drop = () => {
    setTyped(null);
    setTried(false);
    setRefusal(null);
  };
  const onFailure = ({ status, fieldErrors }: CallError): boolean => {
    const [said] = Object.values(fieldErrors);
    if (status === 409) drop();
    else setRefusal(said ?? null);
    return said !== undefined;
  };
  const { mutate, isPending } = useAction('setOwners', { onFailure });
  const known = owners.filter(({ ownedId }) => ownedId === entity.entityId).map(rowOf);
  const { rows, version } = typed ?? { rows: known, version: entity.ownersVersion };
  const change = (next: OwnerRow[]) => {
    setRefusal(null);
    setTyped({ rows: next, version });
  };
  const save = () => {
    setTried(true);
    if (isWrong(rows)) return;
    const sent = rows.map(({ ownerId, share, asOf }) => ({
      ownerId,
      share: hundredths(share)! / 100,
      asOf: asOf === '' ? null : asOf,
    }));
    mutate(
      { params: { id: entity.entityId }, body: { version, owners: sent } },
      {
        onSuccess: () => {
          toast.success(`The owners of ${entity.name} are saved`);
          drop();
        },
      },
    );
  };
  return { rows, changed: typed !== null, tried, refusal, isPending, change, save, drop };
}

export function OwnersEditor({ entity, entities, owners, rules }: OwnersEditorProps) {
  const editing = useOwners({ entity, owners });
  const { rows, changed, tried, refusal, isPending, change } = editing;
  const byId = new Map(entities.map((each) => [each.entityId, each]));
  const others = othersFor(entity, entities, rows);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    editing.save();
  };
  const add = (id: string) => {
    const chosen = byId.get(id);
    if (chosen) change([...rows, { ownerId: id, name: chosen.name, share: '', asOf: '' }]);
  };
  const hintOf = (row: OwnerRow): string | null => {
    const rule = ruleFor(entity, rules, row);
    return rule ? guaranteeWords(rule, byId.get(row.ownerId)) : null;
  };
  const reached = rules.find((rule) => rows.some((row) => ruleFor(entity, [rule], row)));
  return (
    <form className={classes.owners} aria-label="Owners" onSubmit={submit} noValidate>
      <h2 className={classes.heading}>Owners</h2>
      {rows.length === 0 && <p className={classes.plain}>Nobody is named as an owner yet.</p>}
      <ul className={classes.list}>
        {rows.map((row, index) => (
          <OwnerLine
            key={row.ownerId}
            row={row}
            hint={hintOf(row)}
            tried={tried}
            onChange={(next) => change(rows.with(index, next))}
            onRemove={() => change(rows.toSpliced(index, 1))}
          />
        ))}
      </ul>
      {rows.length > 0 && (
        <output className={totalOf(rows) > 10_000 ? classes.wrong : classes.plain}>
          {totalWords(rows)}
        </output>
      )}
      {refusal && (
        <p role="alert" className={classes.wrong}>
          {refusal}
        </p>
      )}
      {reached && (
        <p className={classes.plain}>
          {reached.reason} {reached.source}, in force since {formatDay(reached.effectiveFrom)}.
        </p>
      )}
      <div className={classes.foot}>
        <NativeSelect
          aria-label="Add an owner"
          className={classes.add ?? ''}
          value=""
          disabled={others.length === 0}
          onChange={(event) => add(event.currentTarget.value)}
          data={[
            {
              value: '',
              label: others.length > 0 ? 'Add an owner…' : 'Nobody else is on the loan',
            },
            ...others.map(({ entityId, name }) => ({ value: entityId, label: name })),
          ]}
        />
        {changed && (
          <span className={classes.actions}>
            <Button variant="default" onClick={editing.drop}>
              Undo
            </Button>
            <Button type="submit" loading={isPending}>
              Save owners
            </Button>
          </span>
        )}
      </div>
    </form>
  );
}
