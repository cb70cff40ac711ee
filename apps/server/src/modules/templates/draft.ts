/**
 * Changes a draft: locks the template's row, reads the tree, computes the change with the pure tree, and writes it
 * with its revision in the same transaction. A concurrent change waits, and then sees the result.
 */
import type { CallOf, TemplateChanged } from '@cairn/contract';
import type { templates } from '@cairn/contract/templates';
import { TemplateTree, TreeRefusal, type Refused } from '@cairn/contract/template-tree';
import type { Actor } from '../../platform/actor.ts';
import type { Tx } from '../../platform/db/db.ts';
import type { EventKindOf } from '../../platform/event-kinds.ts';
import { authorize, type Authorized } from '../../platform/authorize.ts';
import { newId } from '../../platform/ids.ts';
import { recordEvent } from '../../platform/record-event.ts';
import { ApiError, invalidField } from '../../platform/api-error.ts';
import { isUniqueViolation } from '../../platform/db/pg-errors.ts';
import { blank, withFields } from './elements/fields.ts';
import {
  draftRows,
  elementsOf,
  markDeleted,
  nodesOf,
  writeElements,
  type ElementRow,
} from './elements/store.ts';
import { templatePolicy } from './policy.ts';
import { nodeOf, presentElement, presentTemplate } from './present.ts';
import { findTemplate, lockTemplate, saveTemplate, type TemplateRow } from './store.ts';

type Bodies = {
  [Name in 'createTemplateElements' | 'updateTemplateElements']: CallOf<
    (typeof templates)[Name]
  >['body']['elements'];
};
export type Created = Bodies['createTemplateElements'][number];
export type Updated = Bodies['updateTemplateElements'][number];
export interface Deleted {
  templateElementId: string;
  /** Absent: the change applies to any revision. */
  revision?: number;
}

export type Editable = Authorized<'edit', TemplateRow>;

/** The template, if the caller may change it, locked until the transaction ends. */
export async function templateToEdit(tx: Tx, actor: Actor, id: string): Promise<Editable> {
  const visibleTemplate = await findTemplate(tx, actor, id);
  if (!visibleTemplate) throw new ApiError('NOT_FOUND');
  const template = authorize(templatePolicy, 'edit', actor, visibleTemplate);
  const locked = await lockTemplate(tx, template);
  if (!locked) throw new ApiError('NOT_FOUND');
  return Object.assign(template, locked);
}

const SENTENCES: Record<Exclude<Refused, 'MISSING' | 'KNOWN_ID'>, [field: string, why: string]> = {
  NOT_A_FOLDER: ['parentId', 'Only a folder holds other elements'],
  INTO_ITSELF: ['parentId', 'A folder cannot be moved into itself'],
  TOO_DEEP: ['parentId', 'Folders can be nested twelve deep'],
  FOREIGN_BLOCK: ['blockType', 'This template holds one kind of block'],
  FULL: ['elements', 'A template can have at most 5,000 elements'],
};

export class Draft {
  private readonly tx: Tx;
  private readonly actor: Actor;
  private readonly template: Editable;
  private readonly tree: TemplateTree;
  private readonly revisions: Map<string, number>;
  private readonly deleted: Map<string, string>;
  private readonly revision: number;
  private readonly written = new Map<string, ElementRow>();

  private constructor(
    tx: Tx,
    actor: Actor,
    template: Editable,
    nodes: Awaited<ReturnType<typeof readNodes>>,
  ) {
    this.tx = tx;
    this.actor = actor;
    this.template = template;
    this.revision = template.revision + 1;
    const alive = nodes.filter(({ deleted_in }) => deleted_in === null);
    this.tree = new TemplateTree(alive.map(nodeOf), template.block_type);
    this.revisions = new Map(alive.map(({ id, revision }) => [id, revision]));
    this.deleted = new Map(
      nodes.flatMap((row) => (row.deleted_in ? [[row.id, row.deleted_in]] : [])),
    );
  }

  static async open(tx: Tx, actor: Actor, templateId: string): Promise<Draft> {
    return Draft.of(tx, actor, await templateToEdit(tx, actor, templateId));
  }

  static async of(tx: Tx, actor: Actor, template: Editable): Promise<Draft> {
    return new Draft(tx, actor, template, await readNodes(tx, template));
  }

  async create(created: readonly Created[]): Promise<TemplateChanged> {
    for (const each of created) this.insert(each);
    await this.write();
    return this.finish('template.elementsCreated', created.length);
  }

  private insert({
    templateElementId,
    parentId,
    afterId,
    storageType,
    blockType,
    ...fields
  }: Created) {
    const id = templateElementId ?? newId();
    if (this.deleted.has(id)) throw new ApiError('CONFLICT');
    const node = this.inTree(() =>
      this.tree.insert({ id, parentId: parentId ?? null, after: afterId, storageType, blockType }),
    );
    this.written.set(id, withFields(blank(id, storageType, node.blockType), fields));
  }

  async update(updates: readonly Updated[]): Promise<TemplateChanged> {
    const rows = await this.tx.run(
      draftRows(
        this.template,
        updates.map(({ templateElementId }) => templateElementId),
      ),
    );
    const byId = new Map(rows.map((row) => [row.id, row]));
    for (const each of updates) this.change(each, byId.get(each.templateElementId));
    await this.write();
    return this.finish('template.elementsChanged', updates.length);
  }

  private change(update: Updated, row: ElementRow | undefined): void {
    const { templateElementId: id, revision, parentId, afterId, blockType, ...fields } = update;
    if (!row) throw new ApiError('NOT_FOUND');
    if (this.deleted.has(id) || row.revision !== revision) throw new ApiError('CONFLICT');
    this.inTree(() => {
      if (blockType !== undefined && blockType !== this.tree.find(id)!.blockType) {
        this.tree.setBlock(id, blockType);
      }
      if (parentId !== undefined || afterId !== undefined) {
        this.tree.move(id, parentId === undefined ? row.parent_id : parentId, afterId);
      }
    });
    this.written.set(id, withFields(this.written.get(id) ?? row, fields));
  }

  async delete(deletions: readonly Deleted[]): Promise<TemplateChanged & { undo: string }> {
    const ids = deletions.map(({ templateElementId }) => templateElementId);
    for (const { templateElementId, revision } of deletions) {
      const below = this.inTree(() => this.tree.subtree([templateElementId]));
      const newest = Math.max(...below.map((id) => this.revisions.get(id)!));
      // A concurrent change inside it that the caller has not seen.
      if (revision !== undefined && newest > revision) throw new ApiError('CONFLICT');
    }
    const removed = this.tree.remove(ids);
    const undo = newId();
    const mark = { deletedIn: undo, revision: this.revision };
    await markDeleted(this.tx, this.template, removed, mark);
    return { ...(await this.finish('template.elementsDeleted', removed.length)), undo };
  }

  /** Restores everything that one deletion removed, at its old place. */
  async restore(undo: string): Promise<TemplateChanged> {
    const back = [...this.deleted].filter(([, mark]) => mark === undo).map(([id]) => id);
    if (back.length === 0) throw new ApiError('NOT_FOUND');
    const rows = await this.tx.run(draftRows(this.template, back));
    const isBack = new Set(back);
    const homeless = rows.some(
      ({ parent_id }) => parent_id !== null && !isBack.has(parent_id) && !this.tree.find(parent_id),
    );
    if (homeless) throw new ApiError('CONFLICT');
    await markDeleted(this.tx, this.template, back, { deletedIn: null, revision: this.revision });
    return this.finish('template.elementsRestored', back.length);
  }

  /** Sets the file that an element offers for download, or none. */
  async attach(id: string, revision: number | undefined, documentId: string | null) {
    const [row] = await this.tx.run(draftRows(this.template, [id]));
    if (!row || this.deleted.has(id)) throw new ApiError('NOT_FOUND');
    if (revision !== undefined && row.revision !== revision) throw new ApiError('CONFLICT');
    if (row.answer_type !== 'DOCUMENT') throw new ApiError('NOTHING_TO_ANSWER');
    this.written.set(id, { ...row, answer_document_id: documentId });
    await this.write();
    return this.finish(documentId ? 'template.fileAttached' : 'template.fileRemoved', 1);
  }

  /** The blocks of a loan's template: missing ones are added, empty ones may be removed. */
  async setBlocks(
    blockTypes: readonly Exclude<TemplateRow['block_type'], 'LOAN'>[],
  ): Promise<void> {
    const roots = this.tree.childrenOf(null).filter(({ blockType }) => blockType !== 'LOAN');
    const leaving = roots.filter(({ blockType }) => !(blockTypes as string[]).includes(blockType));
    const full = leaving.find(({ id }) => this.tree.childrenOf(id).length > 0);
    if (full) {
      throw invalidField(
        'entityTypeLinks',
        'A block that holds elements is deleted in the builder',
      );
    }
    const ids = leaving.map(({ id }) => id);
    if (ids.length > 0) {
      const mark = { deletedIn: newId(), revision: this.revision };
      await markDeleted(this.tx, this.template, this.tree.remove(ids), mark);
    }
    for (const blockType of blockTypes) {
      if (!roots.some((root) => root.blockType === blockType)) this.insert(blockFolder(blockType));
    }
    await this.write();
  }

  /** Writes moved and changed elements as whole rows. */
  private async write(): Promise<void> {
    const moved = this.tree.changes();
    const others = moved.filter(({ id }) => !this.written.has(id)).map(({ id }) => id);
    const rows = others.length > 0 ? await this.tx.run(draftRows(this.template, others)) : [];
    for (const row of rows) this.written.set(row.id, row);
    const all = [...this.written.values()].map((row) => {
      const node = this.tree.find(row.id)!;
      return {
        ...row,
        parent_id: node.parentId,
        position: node.position,
        block_type: node.blockType,
        revision: this.revision,
      };
    });
    await writeElements(this.tx, this.template, all).catch(refuseKnownId);
  }

  private inTree<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      if (!(error instanceof TreeRefusal)) throw error;
      if (error.why === 'MISSING') {
        throw new ApiError(this.deleted.has(error.id) ? 'CONFLICT' : 'NOT_FOUND');
      }
      if (error.why === 'KNOWN_ID') throw new ApiError('CONFLICT');
      const [field, why] = SENTENCES[error.why];
      throw new ApiError('INVALID_REQUEST', { fieldErrors: { [field]: why } });
    }
  }

  private async finish(kind: EventKindOf<'template'>, count: number): Promise<TemplateChanged> {
    await saveTemplate(this.tx, this.template, {
      revision: this.revision,
      modified_by: this.actor.accountId,
    });
    recordTemplate(this.tx, this.actor, this.template, kind, { revision: this.revision, count });
    return changedSince(this.tx, this.actor, this.template.id, this.template.revision);
  }
}

const readNodes = (tx: Tx, template: TemplateRow) => tx.run(nodesOf(template));

/** The id exists in another template of the company. */
function refuseKnownId(error: unknown): never {
  throw isUniqueViolation(error) ? new ApiError('CONFLICT') : error;
}

const BLOCK_TITLES = {
  COMPANY: '{{businessName}}',
  INDIVIDUAL: '{{individualName}}',
  TRUST: '{{trustName}}',
  ASSET: '{{assetName}}',
} as const;

export const blockFolder = (blockType: keyof typeof BLOCK_TITLES): Created => ({
  storageType: 'FOLDER',
  blockType,
  title: BLOCK_TITLES[blockType],
});

/** The template after a change, and which parts of it differ now. */
async function changedSince(tx: Tx, actor: Actor, id: string, since: number) {
  const template = await findTemplate(tx, actor, id);
  const rows = await tx.run(elementsOf(actor, [id], 0, since));
  return {
    template: presentTemplate(actor, template!),
    elements: rows.filter((row) => row.deleted_in === null).map(presentElement),
    removed: rows.filter((row) => row.deleted_in !== null).map((row) => row.id),
  };
}

/** Events about templates are for the staff only, whatever their kind. */
export function recordTemplate(
  tx: Tx,
  actor: Actor,
  template: { company_id: string; id: string },
  kind: EventKindOf<'template'>,
  detail: Record<string, unknown> = {},
): void {
  recordEvent(tx, {
    kind,
    companyId: template.company_id,
    actorId: actor.accountId,
    staffOnly: true,
    changes: ['template', 'templateElement'],
    detail: { templateId: template.id, ...detail },
  });
}
