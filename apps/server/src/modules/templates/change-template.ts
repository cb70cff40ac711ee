/** Changes a template's own columns, moves templates to the trash and deletes them. */
import type { CallOf } from '@cairn/contract';
import { templates } from '@cairn/contract/templates';
import type { Actor } from '../../platform/actor.ts';
import type { Tx } from '../../platform/db/db.ts';
import { authorize } from '../../platform/authorize.ts';
import { ApiError, invalidField } from '../../platform/api-error.ts';
import { isForeignKeyViolation } from '../../platform/db/pg-errors.ts';
import { Draft, recordTemplate, templateToEdit } from './draft.ts';
import { templatePolicy } from './policy.ts';
import {
  deleteTemplate,
  findTemplate,
  isInUse,
  listTemplates,
  saveTemplate,
  trashTemplates,
  type TemplateRow,
} from './store.ts';

type Change = CallOf<typeof templates.updateTemplate>['body'];

export async function changeTemplate(
  tx: Tx,
  actor: Actor,
  body: Omit<Change, 'revision'> & { revision?: number | undefined },
): Promise<TemplateRow> {
  const template = await templateToEdit(tx, actor, body.id);
  if (body.revision !== undefined && body.revision !== template.revision) {
    throw new ApiError('CONFLICT');
  }
  if (body.entityTypeLinks) {
    if (template.block_type !== 'LOAN') {
      throw invalidField('entityTypeLinks', 'Only a loan template can have blocks for entities');
    }
    await (await Draft.of(tx, actor, template)).setBlocks(body.entityTypeLinks);
  }
  await saveTemplate(tx, template, {
    revision: template.revision + 1,
    modified_by: actor.accountId,
    name: body.name,
    loan_type: body.loanType,
    entity_type: body.entityType,
    ...(body.restore && { trashed_at: null }),
  });
  recordTemplate(tx, actor, template, body.restore ? 'template.restored' : 'template.changed', {
    fields: Object.keys(body).filter((field) => field !== 'id' && field !== 'revision'),
  });
  return (await findTemplate(tx, actor, template.id))!;
}

/**
 * All or none. With `permanently`, deletes templates that are in the trash and from which no loan was made; otherwise
 * moves them to the trash.
 */
export async function removeTemplates(
  tx: Tx,
  actor: Actor,
  ids: readonly string[],
  permanently: boolean,
): Promise<string[]> {
  if (ids.length === 0) {
    throw invalidField('ids', 'Required');
  }
  const rows = await tx.run(listTemplates(actor, { ids, trashed: 'either' }));
  if (rows.length !== ids.length) throw new ApiError('NOT_FOUND');
  const authorized = rows.map((row) => authorize(templatePolicy, 'edit', actor, row));
  if (!permanently) {
    await trashTemplates(tx, authorized, actor.accountId);
    for (const row of authorized) recordTemplate(tx, actor, row, 'template.trashed');
    return authorized.map(({ id }) => id);
  }
  for (const row of authorized) {
    if (row.trashed_at === null) {
      throw invalidField('ids', 'Only templates in the trash can be permanently deleted');
    }
    if (await isInUse(tx, row)) throw new ApiError('TEMPLATE_IN_USE');
    await deleteTemplate(tx, row).catch(refuseUsed);
    recordTemplate(tx, actor, row, 'template.deleted', { name: row.name });
  }
  return authorized.map(({ id }) => id);
}

/** A loan was made from it between the check and the deletion. */
function refuseUsed(error: unknown): never {
  throw isForeignKeyViolation(error) ? new ApiError('TEMPLATE_IN_USE') : error;
}
