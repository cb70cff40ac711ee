import { MAX_DETAILS, readDetail } from '@cairn/contract/custom-field-terms';
import { loanFields } from '@cairn/contract/custom-fields';
import type { Actor } from '../../platform/actor.ts';
import { routes, type Handlers } from '../../platform/handler.ts';
import type { Queries, Tx } from '../../platform/db/db.ts';
import { authorize, type Authorized } from '../../platform/authorize.ts';
import { newId } from '../../platform/ids.ts';
import { recordEvent } from '../../platform/record-event.ts';
import { ApiError } from '../../platform/api-error.ts';
import { loanWithStanding, type LoanStanding } from '../loans/index.ts';
import { detailPolicy } from './policy.ts';
import { presentDetails } from './present.ts';
import {
  fieldsOf,
  groupsOf,
  insertFields,
  insertGroups,
  saveValues,
  type NewField,
} from './loan-fields-store.ts';
import { syncDetails } from './sync-loan-fields.ts';

type All = Handlers<typeof loanFields>;
type Added = Parameters<All['addLoanDetails']>[0]['body'];
type Values = Parameters<All['setLoanDetailValues']>[0]['body']['values'];

export const loanFieldRoutes = () =>
  routes(loanFields, {
    getLoanDetails: async ({ actor, params, reads }) => {
      const loan = await loanWithStanding(reads, actor, params.loanId);
      return details(reads, actor, authorize(detailPolicy, 'see', actor, loan));
    },

    addLoanDetails: ({ actor, params, body, write }) =>
      write(async (tx) => {
        const loan = await loanToEdit(tx, actor, params.loanId);
        const added = await addFields(tx, actor, loan, body);
        recordOn(tx, actor, loan, 'details.added', { fieldIds: added });
        return details(tx, actor, loan);
      }),

    syncLoanDetails: ({ actor, params, write }) =>
      write(async (tx) => {
        const loan = await loanToEdit(tx, actor, params.loanId);
        const counts = await syncDetails(tx, actor, loan);
        return { ...(await details(tx, actor, loan)), ...counts };
      }),

    setLoanDetailValues: ({ actor, params, body, write }) =>
      write(async (tx) => {
        const loan = await loanToEdit(tx, actor, params.loanId);
        await setValues(tx, actor, loan, body.values);
        const fieldIds = body.values.map(({ fieldId }) => fieldId);
        recordOn(tx, actor, loan, 'details.changed', { fieldIds });
        return details(tx, actor, loan);
      }),
  });

async function details(reads: Queries, actor: Actor, loan: LoanStanding) {
  const [fields, groups] = [await fieldsOf(reads, loan), await groupsOf(reads, loan)];
  return presentDetails(loan.id, fields, groups, detailPolicy.edit(actor, loan));
}

const loanToEdit = async (tx: Tx, actor: Actor, id: string) =>
  authorize(detailPolicy, 'edit', actor, await loanWithStanding(tx, actor, id, 'lock'));

/** Appends new fields in the given order. */
async function addFields(tx: Tx, actor: Actor, loan: LoanStanding, body: Added) {
  const existing = await fieldsOf(tx, loan);
  const groups = await groupsOf(tx, loan);
  let order = Math.max(0, ...[...existing, ...groups].map((row) => row.display_order));
  const next = (position: number | undefined): number => position ?? (order += 1);
  for (const { groupId } of body.fields) {
    if (groupId && !groups.some(({ id }) => id === groupId)) throw new ApiError('NOT_FOUND');
  }
  const newGroups = body.groups.map(({ name, displayOrder, fields }) => ({
    id: newId(),
    name,
    displayOrder: next(displayOrder),
    fields,
  }));
  const rows: NewField[] = [
    ...body.fields,
    ...newGroups.flatMap(({ id, fields }) => fields.map((field) => ({ ...field, groupId: id }))),
  ].map(({ groupId, name, type, choices, displayOrder }) => ({
    id: newId(),
    groupId,
    name,
    type,
    choices,
    displayOrder: next(displayOrder),
  }));
  if (existing.length + rows.length > MAX_DETAILS) {
    throw new ApiError('INVALID_REQUEST', {
      fieldErrors: { fields: `At most ${MAX_DETAILS} fields on a loan` },
    });
  }
  await insertGroups(tx, loan, newGroups);
  await insertFields(tx, loan, rows, actor.accountId);
  return rows.map(({ id }) => id);
}

async function setValues(
  tx: Tx,
  actor: Actor,
  loan: Authorized<'edit', LoanStanding>,
  values: Values,
): Promise<void> {
  const fields = new Map((await fieldsOf(tx, loan)).map((row) => [row.id, row]));
  const errors: Record<string, string> = {};
  const rows = values.map(({ fieldId, version, value }, index) => {
    const field = fields.get(fieldId);
    if (!field) throw new ApiError('NOT_FOUND');
    const reading = readDetail(field.type, field.choices, value ?? '');
    if ('error' in reading) errors[`values.${index}.value`] = reading.error;
    const storedValue = 'value' in reading && reading.value !== null ? String(reading.value) : null;
    // A required value may be missing at first. Once it is entered, it can be changed but not removed.
    if (storedValue === null && field.required && field.value !== null) {
      errors[`values.${index}.value`] ??= 'Required';
    }
    return { id: fieldId, version, value: storedValue };
  });
  if (Object.keys(errors).length > 0)
    throw new ApiError('INVALID_REQUEST', { fieldErrors: errors });
  if ((await saveValues(tx, loan, rows, actor.accountId)) < rows.length) {
    throw new ApiError('CONFLICT');
  }
}

/** The audit entry does not contain the values, because the fields have them. */
function recordOn(
  tx: Tx,
  actor: Actor,
  loan: LoanStanding,
  kind: 'details.added' | 'details.changed',
  about: Record<string, unknown>,
): void {
  recordEvent(tx, {
    kind,
    companyId: loan.company_id,
    actorId: actor.accountId,
    loanId: loan.id,
    staffOnly: true,
    changes: ['detail'],
    detail: about,
  });
}
