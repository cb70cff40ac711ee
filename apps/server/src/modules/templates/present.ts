import type { BorrowerElement, Template, TemplateElement, TemplateVersion } from '@cairn/contract';
import { evaluateTitle, sampleValues } from '@cairn/contract/naming';
import { KEPT_FROM_BORROWERS } from '@cairn/contract/template-terms';
import { TemplateTree } from '@cairn/contract/template-tree';
import type { Actor } from '../../platform/actor.ts';
import type { ElementRow, ShownRow } from './elements/store.ts';
import { templatePolicy } from './policy.ts';
import type { TemplateRow } from './store.ts';

interface Named {
  given_name: string | null;
  family_name: string | null;
  email_address: string | null;
}

const personOf = (id: string | null, row: Named) =>
  id === null || row.email_address === null
    ? null
    : {
        id,
        givenName: row.given_name,
        familyName: row.family_name,
        emailAddress: row.email_address,
      };

export const presentTemplate = (actor: Actor, row: TemplateRow): Template => ({
  id: row.id,
  name: row.name,
  company: row.company_id,
  blockType: row.block_type,
  loanType: row.loan_type,
  entityType: row.entity_type,
  entityTypeLinks: row.block_type === 'LOAN' ? row.links : [],
  revision: row.revision,
  publishedVersion: row.published_version,
  hasUnpublishedChanges: row.revision !== row.published_revision,
  totalElements: row.elements,
  totalFiles: row.files,
  libraryKey: row.library_key,
  whenDeleted: row.trashed_at,
  lastModifiedDate: row.modified_at,
  lastModifiedByUser: personOf(row.modified_by, row),
  abilities: { edit: templatePolicy.edit(actor, row) },
});

const sampleTitle = (row: ElementRow, title = row.title): string =>
  evaluateTitle(
    { title, namingStrategy: row.naming_strategy, blockType: row.block_type },
    sampleValues(new Date()),
  );

export const presentElement = (row: ShownRow): TemplateElement => ({
  templateElementId: row.id,
  templateId: row.template_id,
  parentId: row.parent_id,
  position: row.position,
  blockType: row.block_type,
  storageType: row.storage_type,
  title: row.title,
  evaluatedTitle: sampleTitle(row),
  answerType: row.answer_type,
  choices: row.choices,
  namingStrategy: row.naming_strategy,
  description: row.description,
  includeDescription: row.include_description,
  priorityType: row.priority_type,
  visibleAtStatus: row.visible_at_status,
  releasePhase: row.release_phase,
  borrowerTitle: row.borrower_title,
  hidden: row.hidden,
  required: row.required,
  modifiers: row.modifiers,
  locations: row.locations,
  hasExpiration: row.has_expiration,
  freshDays: row.fresh_days,
  dueDays: row.due_days,
  repeatPer: row.repeat_per,
  repeatCount: row.repeat_count,
  condition: row.condition,
  key: row.key,
  aliases: row.aliases,
  provider: row.provider,
  stage: row.stage,
  docGroup: row.doc_group,
  period: row.period,
  sbaTab: row.sba_tab,
  note: row.note,
  checkWithCounsel: row.check_with_counsel,
  answer:
    row.answer_document_id === null || row.answer_name === null
      ? null
      : {
          documentId: row.answer_document_id,
          name: row.answer_name,
          size: row.answer_size!,
          virusScanState: row.answer_state!,
        },
  revision: row.revision,
});

/** Each folder before its content. */
export function inReadingOrder<R extends ElementRow>(rows: readonly R[]): R[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const tree = new TemplateTree(rows.map(nodeOf), 'LOAN');
  return tree.inReadingOrder().map(({ id }) => byId.get(id)!);
}

export const nodeOf = (
  row: Pick<ElementRow, 'id' | 'parent_id' | 'position' | 'block_type' | 'storage_type'>,
) => ({
  id: row.id,
  parentId: row.parent_id,
  position: row.position,
  blockType: row.block_type,
  storageType: row.storage_type,
});

const keptFrom = (row: ElementRow): boolean =>
  row.hidden ||
  row.priority_type === 'HIDDEN' ||
  row.modifiers.some((modifier) => KEPT_FROM_BORROWERS.includes(modifier));

/** The parts that a borrower sees: no hidden elements, and no folder that is empty without them. */
export function asBorrowersSee(rows: readonly ShownRow[]): BorrowerElement[] {
  const ordered = inReadingOrder(rows);
  const hidden = new Set<string>();
  for (const row of ordered) {
    if (keptFrom(row) || (row.parent_id !== null && hidden.has(row.parent_id))) hidden.add(row.id);
  }
  const visible = ordered.filter(({ id }) => !hidden.has(id));
  const full = new Set<string>();
  for (const row of visible.toReversed()) {
    if (row.storage_type === 'FILE' || full.has(row.id)) full.add(row.id);
    if (full.has(row.id) && row.parent_id !== null) full.add(row.parent_id);
  }
  return visible.filter(({ id }) => full.has(id)).map(presentForBorrower);
}

const presentForBorrower = (row: ShownRow): BorrowerElement => ({
  templateElementId: row.id,
  parentId: row.parent_id,
  blockType: row.block_type,
  storageType: row.storage_type,
  evaluatedTitle: sampleTitle(row, row.borrower_title ?? row.title),
  description: row.include_description ? row.description : null,
  answerType: row.answer_type,
  choices: row.choices,
  required: row.required,
  dueDays: row.due_days,
});

interface VersionRow extends Named {
  version: number;
  name: string;
  note: string | null;
  elements: number;
  files: number;
  published_at: string;
  published_by: string | null;
}

export const presentVersion = (row: VersionRow): TemplateVersion => ({
  version: row.version,
  name: row.name,
  note: row.note,
  totalElements: row.elements,
  totalFiles: row.files,
  publishedDate: row.published_at,
  publishedByUser: personOf(row.published_by, row),
});

const natural = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });
/** Natural order: "Version 9" before "Version 10". */
export const byName = (one: { name: string; id: string }, other: { name: string; id: string }) =>
  natural.compare(one.name, other.name) || (one.id < other.id ? -1 : 1);
