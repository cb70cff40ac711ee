import type { FieldSet } from '@cairn/contract';
import { fieldSets } from '@cairn/contract/custom-fields';
import { routes } from '../../platform/handler.ts';
import type { Queries } from '../../platform/db/db.ts';
import type { Row } from '../../platform/db/schema.ts';
import { newId } from '../../platform/ids.ts';
import { recordEvent } from '../../platform/record-event.ts';
import { ApiError } from '../../platform/api-error.ts';
import { fieldSetsFromCsv } from './field-csv.ts';
import {
  companyById,
  deleteSet,
  FIELD_SETS_LISTED,
  fieldsOfSets,
  holdSet,
  listSets,
  newestSets,
  replaceFields,
} from './field-sets-store.ts';

/** The contract admits only administrators, who may change all field sets of all companies. */
export const fieldSetRoutes = () =>
  routes(fieldSets, {
    listTemplateFieldSets: ({ query: { companyId }, reads }) => setsSeen(reads, companyId),

    uploadTemplateFields: ({ actor, query, body, write }) =>
      write(async (tx) => {
        const [company] = await tx.run(companyById(query.company));
        if (!company) throw new ApiError('NOT_FOUND');
        const uploaded = fieldSetsFromCsv(body.file.text);
        for (const { name, loanType, fields } of uploaded) {
          const set = { companyId: company.id, id: newId(), name, loanType };
          const setId = await holdSet(tx, set);
          const lines = fields.map((field) => ({ ...field, id: newId() }));
          await replaceFields(tx, { companyId: company.id, setId }, lines);
          recordEvent(tx, {
            kind: 'templateFields.uploaded',
            companyId: company.id,
            actorId: actor.accountId,
            staffOnly: true,
            changes: ['templateField'],
            detail: { setId, fields: fields.length },
          });
        }
        const names = new Set(uploaded.map(({ name }) => name));
        const { sets } = await setsSeen(tx, company.id);
        return { sets: sets.filter(({ name }) => names.has(name)) };
      }),

    deleteTemplateFieldSet: ({ actor, params: { id }, write }) =>
      write(async (tx) => {
        const [set] = await tx.run(listSets({ id }));
        if (!set) throw new ApiError('NOT_FOUND');
        await deleteSet(tx, set.company_id, id);
        recordEvent(tx, {
          kind: 'templateFields.deleted',
          companyId: set.company_id,
          actorId: actor.accountId,
          staffOnly: true,
          changes: ['templateField'],
          detail: { setId: id, name: set.name },
        });
        return { id };
      }),
  });

const natural = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

async function setsSeen(reads: Queries, companyId: string | undefined) {
  const newest = await reads.run(newestSets({ companyId }));
  const page = newest.slice(0, FIELD_SETS_LISTED);
  const fields = page.length === 0 ? [] : await reads.run(fieldsOfSets(page));
  const fieldsBySet = Map.groupBy(fields, ({ set_id }) => set_id);
  const sets = page
    .toSorted(
      (one, other) =>
        natural.compare(one.company_name, other.company_name) ||
        natural.compare(one.name, other.name),
    )
    .map((set): FieldSet => ({
      id: set.id,
      company: set.company_id,
      companyName: set.company_name,
      name: set.name,
      loanType: set.loan_type,
      lastModifiedDate: set.modified_at,
      groups: groupsOf(fieldsBySet.get(set.id) ?? []),
    }));
  return { sets, hasMore: newest.length > page.length };
}

/** Expects fields that are sorted by group and by their order in the group. */
function groupsOf(fields: readonly Row<'template_field'>[]): FieldSet['groups'] {
  const groups: FieldSet['groups'] = [];
  for (const field of fields) {
    if (groups.at(-1)?.name !== field.group_name) {
      groups.push({ name: field.group_name, displayOrder: field.group_order, fields: [] });
    }
    groups.at(-1)!.fields.push({
      id: field.id,
      key: field.key,
      label: field.label,
      type: field.type,
      choices: field.choices,
      required: field.required,
      help: field.help,
      displayOrder: field.display_order,
    });
  }
  return groups;
}
