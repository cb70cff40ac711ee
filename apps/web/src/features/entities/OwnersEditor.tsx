import type { GuaranteeRule, LoanEntity, Owner } from '@cairn/contract';
import { Box, Button, Group, NativeSelect, Text, TextInput } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { formatDay } from '../../lib/format/dates.ts';
import { toast } from '../../lib/toast.ts';
import { useAction } from '../../lib/useAction.ts';
import { isShownInForm, useForm } from '../../lib/useForm.ts';
import { Form } from '../../ui/Form.tsx';
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
  /** True after the first attempt to save; only then are errors shown. */
  tried: boolean;
  onChange: (row: OwnerRow) => void;
  onRemove: () => void;
}

function OwnerLine({ row, hint, tried, onChange, onRemove }: OwnerLineProps) {
  const complaint = tried ? shareComplaint(row.share) : null;
  return (
    <li className={classes.line}>
      <p className={classes.who}>
        <Text component="span" inherit fw={600}>
          {row.name}
        </Text>
        {hint && (
          <Text span c="var(--ink-2)" size="meta">
            {hint}
          </Text>
        )}
      </p>
      <TextInput
        aria-label={`Share of ${row.name}, percent`}
        inputMode="decimal"
        value={row.share}
        error={complaint}
        rightSection={<span aria-hidden>%</span>}
        onChange={(event) => onChange({ ...row, share: event.currentTarget.value })}
      />
      <TextInput
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
  /** Null until the user changes an owner. Until then the saved owners are shown. */
  rows: OwnerRow[] | null;
  /** The version that the user started to edit, so that the server rejects the save if someone else saved meanwhile. */
  version: number;
}

function useOwners({ entity, owners }: Pick<OwnersEditorProps, 'entity' | 'owners'>) {
  const [tried, setTried] = useState(false);
  const saved = owners.filter(({ ownedId }) => ownedId === entity.entityId).map(rowOf);
  const setOwners = useAction('setOwners', {
    onFailure: (error) => {
      // A colleague changed the owners meanwhile, so the edits no longer apply.
      if (error.status === 409) drop();
      return isShownInForm(error);
    },
  });
  const form = useForm<Typed>({
    mode: 'controlled',
    initialValues: { rows: null, version: 0 },
    optional: 'all',
    fieldOf: () => 'rows',
    validate: ({ rows }) => {
      setTried(true);
      return rows && isWrong(rows) ? { rows: 'Check the marked shares.' } : {};
    },
    onSubmit: async ({ rows, version }) => {
      const newOwners = (rows ?? []).map(({ ownerId, share, asOf }) => ({
        ownerId,
        share: hundredths(share)! / 100,
        asOf: asOf === '' ? null : asOf,
      }));
      await setOwners.mutateAsync({
        params: { id: entity.entityId },
        body: { version, owners: newOwners },
      });
      toast.success(`Owners of ${entity.name} saved`);
      drop();
    },
  });
  const drop = () => {
    form.setValues({ rows: null });
    setTried(false);
  };
  const { rows: edited, version } = form.values;
  const change = (rows: OwnerRow[]) =>
    form.setValues({ rows, version: edited === null ? entity.ownersVersion : version });
  return { form, rows: edited ?? saved, changed: edited !== null, tried, change, drop };
}

export function OwnersEditor({ entity, entities, owners, rules }: OwnersEditorProps) {
  const { form, rows, changed, tried, change, drop } = useOwners({ entity, owners });
  const byId = new Map(entities.map((each) => [each.entityId, each]));
  const others = othersFor(entity, entities, rows);
  const add = (id: string) => {
    const owner = byId.get(id);
    if (owner) change([...rows, { ownerId: id, name: owner.name, share: '', asOf: '' }]);
  };
  const hintOf = (row: OwnerRow): string | null => {
    const rule = ruleFor(entity, rules, row);
    return rule ? guaranteeWords(rule, byId.get(row.ownerId)) : null;
  };
  const reached = rules.find((rule) => rows.some((row) => ruleFor(entity, [rule], row)));
  const foot = (
    <Group gap="sm" justify="space-between" mt="md">
      <NativeSelect
        aria-label="Add an owner"
        className={classes.add ?? ''}
        value=""
        disabled={others.length === 0}
        onChange={(event) => add(event.currentTarget.value)}
        data={[
          {
            value: '',
            label: others.length > 0 ? 'Add an owner…' : 'No one else is on the loan',
          },
          ...others.map(({ entityId, name }) => ({ value: entityId, label: name })),
        ]}
      />
      {changed && (
        <Group component="span" className={classes.actions} gap="sm" justify="space-between">
          <Button variant="default" onClick={drop}>
            Undo
          </Button>
          <Button type="submit" loading={form.busy}>
            Save owners
          </Button>
        </Group>
      )}
    </Group>
  );
  return (
    <Box fz="table" lh="table" p="s20" mt="md" bg="var(--surface)" bd="var(--border)" bdrs="lg">
      <Form form={form} aria-label="Owners" actions={foot}>
        <div>
          <Text component="h2" size="subsection" fw={600} mb="sm">
            Owners
          </Text>
          {rows.length === 0 && <p className={classes.plain}>No owners yet.</p>}
          <Box component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
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
          </Box>
          {rows.length > 0 && (
            <output className={totalOf(rows) > 10_000 ? classes.wrong : classes.plain}>
              {totalWords(rows)}
            </output>
          )}
          {form.errors['rows'] && (
            <p role="alert" className={classes.wrong}>
              {form.errors['rows']}
            </p>
          )}
          {reached && (
            <p className={classes.plain}>
              {reached.reason} {reached.source}, effective {formatDay(reached.effectiveFrom)}.
            </p>
          )}
        </div>
      </Form>
    </Box>
  );
}
