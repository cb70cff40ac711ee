/** Updates the fields of a loan to the company's template fields. Values do not change. */
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

/** The caller must have locked the loan. Returns how many fields were added and changed. */
export async function syncDetails(
  tx: Tx,
  actor: Actor,
  loan: LoanStanding,
): Promise<{ added: number; changed: number }> {
  const templateFields = await templateFieldsFor(tx, loan);
  const loanFields = await fieldsOf(tx, loan);
  const groups = await groupsIn(tx, loan, templateFields);
  const matchedIds = new Set<string>();
  const pairs = templateFields.map((field, index) => {
    const existing = loanFields.find(
      (row) =>
        !matchedIds.has(row.id) &&
        (row.template_field_id === field.id ||
          (row.template_field_id === null &&
            same(row.name, field.label) &&
            row.group_id === groups.get(field.group_name))),
    );
    if (existing) matchedIds.add(existing.id);
    return { field, existing, groupId: groups.get(field.group_name)!, displayOrder: index + 1 };
  });
  // A loan has a maximum number of fields, so only the first fields of the template are added.
  const missing = pairs
    .filter(({ existing }) => !existing)
    .slice(0, Math.max(0, MAX_DETAILS - loanFields.length));
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
  const counts = { added: missing.length, changed: differing.length };
  if (counts.added + counts.changed > 0) {
    recordEvent(tx, {
      kind: 'details.synced',
      companyId: loan.company_id,
      actorId: actor.accountId,
      loanId: loan.id,
      staffOnly: true,
      changes: ['detail'],
      detail: counts,
    });
  }
  return counts;
}

async function groupsIn(tx: Tx, loan: LoanStanding, templateFields: readonly TemplateField[]) {
  const groups = await groupsOf(tx, loan);
  const names = [...new Set(templateFields.map(({ group_name }) => group_name))];
  const last = Math.max(0, ...groups.map(({ display_order }) => display_order));
  const newGroups = names
    .filter((name) => !groups.some((group) => same(group.name, name)))
    .map((name, index) => ({ id: newId(), name, displayOrder: last + index + 1 }));
  await insertGroups(tx, loan, newGroups);
  return new Map(
    names.map((name) => [
      name,
      [...groups, ...newGroups].find((group) => same(group.name, name))!.id,
    ]),
  );
}

/** A field with a value keeps its type and choices, because the value was checked against them. */
function nextOf(
  existing: FieldRow,
  { field, groupId, displayOrder }: { field: TemplateField; groupId: string; displayOrder: number },
): NextField | undefined {
  const filled = existing.value !== null;
  const next: NextField = {
    id: existing.id,
    template_field_id: field.id,
    group_id: groupId,
    name: field.label,
    type: filled ? existing.type : field.type,
    choices: filled ? existing.choices : field.choices,
    display_order: displayOrder,
  };
  const stays = (Object.keys(next) as (keyof NextField)[]).every(
    (name) => JSON.stringify(existing[name]) === JSON.stringify(next[name]),
  );
  return stays ? undefined : next;
}
