/** Executes a plan in one transaction, with a handful of statements whatever the size of the template. */
import type { Tx } from '../../platform/db/db.ts';
import { newId } from '../../platform/ids.ts';
import { addElements, addEntityFolders, type NewElement } from '../elements/index.ts';
import type { Planned } from './load-plan.ts';
import { changeItems, saveRequested, trashItems, type ToNote } from './store.ts';
import type { NeededRequest } from './needed-requests.ts';

/** The caller holds the loan's lock. Returns how many requests were added. */
export async function executePlan(tx: Tx, planned: Planned, actorId: string | null): Promise<void> {
  const { loan, plan } = planned;
  const folders = await foldersOfEntities(tx, planned, actorId);
  const ids = new Map<string, string>([
    ...[...planned.requested.values()].flatMap(({ key, element_id }): [string, string][] =>
      element_id ? [[key, element_id]] : [],
    ),
    ...plan.adopt.map(({ needed: request, item }): [string, string] => [request.key, item.id]),
    ...plan.add.map(({ key }): [string, string] => [key, newId()]),
  ]);
  const kindOf = new Map(planned.entities.map(({ entity_id, kind }) => [entity_id, kind]));
  await addElements(
    tx,
    { companyId: loan.company_id, loanId: loan.id, accountId: actorId ?? undefined },
    plan.add.map((request): NewElement => {
      const { item, entityId, parentKey } = request;
      const isAbout = entityId !== null && item.storage_type === 'FILE';
      return {
        ...newElement(request),
        id: ids.get(request.key),
        parentId: parentKey ? ids.get(parentKey) : entityId ? folders.get(entityId) : undefined,
        ...(isAbout && { sherpaEntityId: entityId, sherpaEntityType: kindOf.get(entityId) }),
      };
    }),
  );
  await changeItems(
    tx,
    loan,
    plan.change.map(({ item, fields, to }) => {
      const changed = Object.fromEntries(fields.map((field) => [field, to[field]]));
      return { ...item, ...changed };
    }),
  );
  await trashItems(
    tx,
    loan,
    plan.remove.map(({ id }) => id),
    actorId,
  );
  await saveRequested(tx, loan, toNote(planned, ids));
}

function newElement({ item, rule }: NeededRequest): NewElement {
  return {
    title: item.title,
    storageType: item.storage_type,
    questionType: item.question_type,
    choices: item.choices,
    description: item.description,
    includeDescription: item.include_description,
    priorityType: item.priority_type,
    flags: item.flags,
    displayOrder: item.display_order,
    locations: item.locations,
    visibleAtStatus: item.visible_at_status,
    releasePhase: item.release_phase,
    borrowerTitle: item.borrower_title,
    hasExpiration: item.has_expiration,
    dueDays: item.due_days,
    sbaTab: item.sba_tab,
    rule,
    formDocumentId: item.form_document_id,
  };
}

/**
 * For requests that were added or adopted; after a renewal, all requests that are still needed refer to the new
 * version.
 */
function toNote(
  { plan, mode, requested, needed, versionOf }: Planned,
  ids: ReadonlyMap<string, string>,
) {
  const now = new Set(
    [...plan.add, ...plan.adopt.map((each) => each.needed)].map(({ key }) => key),
  );
  return needed
    .filter(({ key }) => now.has(key) || (mode === 'renew' && requested.has(key)))
    .map((each): ToNote => {
      const { id, version } = versionOf(each);
      return {
        template_element_id: each.templateElementId,
        entity_id: each.entityId,
        repeat: each.repeat,
        template_id: id,
        template_version: version,
        element_id: now.has(each.key) ? ids.get(each.key)! : null,
      };
    });
}

async function foldersOfEntities(
  tx: Tx,
  { loan, entities, plan }: Planned,
  actorId: string | null,
) {
  const entityIds = new Set(plan.add.flatMap(({ entityId }) => entityId ?? []));
  const concerned = entities.filter(({ entity_id }) => entityIds.has(entity_id));
  if (concerned.length === 0) return new Map<string, string>();
  return addEntityFolders(
    tx,
    { companyId: loan.company_id, loanId: loan.id, accountId: actorId ?? undefined },
    concerned.map(({ entity_id, kind, name }) => ({ entityId: entity_id, kind, title: name })),
  );
}
