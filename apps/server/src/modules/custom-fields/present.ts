import type { DetailField, LoanDetails } from '@cairn/contract';
import type { FieldRow } from './loan-fields-store.ts';

const presentField = (row: FieldRow): DetailField => ({
  id: row.id,
  groupId: row.group_id,
  name: row.name,
  type: row.type,
  choices: row.choices,
  required: row.required ?? false,
  help: row.help,
  value: row.value,
  displayOrder: row.display_order,
  version: row.version,
  lastModifiedDate: row.modified_at,
});

/** Fields without a group are returned by themselves, the others in their group [R073]. */
export function presentDetails(
  loanId: string,
  fields: readonly FieldRow[],
  groups: readonly { id: string; name: string; display_order: number }[],
  edit: boolean,
): LoanDetails {
  const byGroup = Map.groupBy(fields, (field) => field.group_id);
  const inGroup = (id: string | null) => (byGroup.get(id) ?? []).map(presentField);
  return {
    loanId,
    fields: inGroup(null),
    groups: groups.map(({ id, name, display_order }) => ({
      id,
      name,
      displayOrder: display_order,
      fields: inGroup(id),
    })),
    abilities: { edit },
  };
}
