/** The detail fields of a loan brought to what the company's template fields say; values stay. */
import { MAX_DETAILS, type DetailType } from '@cairn/contract/custom-field-terms';
import type { Actor } from '../../platform/actor.ts';
import type { Tx } from '../../platform/db/db.ts';
import { newId } from '../../platform/ids.ts';
import { recordEvent } from '../../platform/record-event.ts';
import type { LoanStanding } from '../loans/index.ts';
import {
  fieldsOf,
  groupsOf,
  insertFields,
  insertGroups,
  type FieldRow,
} from './loan-fields-store.ts';
import {
  changeFields,
  templateFieldsFor,
  type NextField,
  type TemplateField,
} from './sync-store.ts';

const same = (one: string, other: string): boolean =>
  one.trim().toLowerCase() === other.trim().toLowerCase();

/** The loan's row is held by the caller. Says how many fields came and how many changed. */
export async function syncDetails(
  tx: Tx,
  actor: Actor,
  loan: LoanStanding,
): Promise<{ added: number; changed: number }> {
  const wanted = await templateFieldsFor(tx, loan);
  const known = await fieldsOf(tx, loan);
  const groups = await groupsIn(tx, loan, wanted);
  const taken = new Set<string>();
  const pairs = wanted.map((field, index) => {
    const existing = known.find(
      (row) =>
        !taken.has(row.id) &&
        (row.template_field_id === field.id ||
          (row.template_field_id === null &&
            same(row.name, field.label) &&
            row.group_id === groups.get(field.group_name))),
    );
    if (existing) taken.add(existing.id);
    return { field, existing, groupId: groups.get(field.group_name)!, displayOrder: index + 1 };
  });
  // A loan holds so many fields and no more; the first ones of the template are the ones that count.
  const missing = pairs
    .filter(({ existing }) => !existing)
    .slice(0, Math.max(0, MAX_DETAILS - known.length));
  await insertFields(
    tx,
    loan,
    missing.map(({ field, groupId, displayOrder }) => ({
      id: newId(),
      groupId,
      name: field.label,
      type: field.type as DetailType,
      choices: field.choices,
      displayOrder,
      templateFieldId: field.id,
    })),
    actor.accountId,
  );
  const differing = pairs.flatMap(({ existing, ...pair }) => {
    const next = existing && nextOf(existing, pair);
    return next ? [next] : [];
  });
  await changeFields(tx, loan, differing);
  const done = { added: missing.length, changed: differing.length };
  if (done.added + done.changed > 0) {
    recordEvent(tx, {
      kind: 'details.synced',
      companyId: loan.company_id,
      actorId: actor.accountId,
      loanId: loan.id,
      staffOnly: true,
      changes: ['detail'],
      detail: done,
    });
  }
  return done;
}

async function groupsIn(tx: Tx, loan: LoanStanding, wanted: readonly TemplateField[]) {
  const known = await groupsOf(tx, loan);
  const names = [...new Set(wanted.map(({ group_name }) => group_name))];
  const last = Math.max(0, ...known.map(({ display_order }) => display_order));
  const made = names
    .filter((name) => !known.some((group) => same(group.name, name)))
    .map((name, index) => ({ id: newId(), name, displayOrder: last + index + 1 }));
  await insertGroups(tx, loan, made);
  return new Map(
    names.map((name) => [name, [...known, ...made].find((group) => same(group.name, name))!.id]),
  );
}

/** A value that was given keeps its field's type and choices: it was checked against those. */
function nextOf(
  there: FieldRow,
  { field, groupId, displayOrder }: { field: TemplateField; groupId: string; displayOrder: number },
): NextField | undefined {
  const filled = there.value !== null;
  const next: NextField = {
    id: there.id,
    template_field_id: field.id,
    group_id: groupId,
    name: field.label,
    type: filled ? there.type : field.type,
    choices: filled ? there.choices : field.choices,
    display_order: displayOrder,
  };
  const stays = (Object.keys(next) as (keyof NextField)[]).every(
    (name) => JSON.stringify(there[name]) === JSON.stringify(next[name]),
  );
  return stays ? undefined : next;
}
