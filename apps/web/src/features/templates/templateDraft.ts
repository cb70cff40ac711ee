/** The operations on a template draft. Each one becomes a write in the queue. */
import type { ElementFields, Template, TemplateChanged, TemplateElement } from '@cairn/contract';
import { BLOCK_NAME, evaluateTitle, sampleValues } from '@cairn/contract/naming';
import type { BlockType } from '@cairn/contract/template-terms';
import { send } from '../../lib/client.ts';
import { createStore, type Store } from '../../lib/store.ts';
import { blankElement } from './blankElement.ts';
import { moveElement, type Place, placeElement, treeOf } from './builderTree.ts';
import type { TemplateState } from './templateData.ts';
import { type Revisions, WriteQueue } from './writeQueue.ts';

const NOT_CREATED = 'Error while creating template element';
const NOT_UPDATED = 'Error while updating template element';
const TYPE_NOT_CHANGED = 'Error while updating template';

/** A deletion that can be undone. `undo` is the ID for that, which the server returns with its reply. */
interface Deletion {
  title: string;
  taken: TemplateElement[];
  undo: string | null;
}

const newTitle = (storageType: 'FILE' | 'FOLDER', block?: Exclude<BlockType, 'LOAN'>): string => {
  if (block) return `{{${BLOCK_NAME[block]}}}`;
  return storageType === 'FILE' ? 'New request' : 'New folder';
};

const withElements = (
  now: TemplateState,
  change: (elements: TemplateElement[]) => TemplateElement[],
): TemplateState => ({ ...now, elements: change(now.elements) });

/** Saves changed fields of an element. */
export type SaveFields = (fields: ElementFields) => void;

export class TemplateDraft {
  readonly queue: WriteQueue;
  /** The deletions that can be undone, the latest last. */
  readonly undoable: Store<readonly Deletion[]> = createStore<readonly Deletion[]>([]);
  private readonly id: string;

  constructor(templateId: string) {
    this.id = templateId;
    this.queue = new WriteQueue(templateId);
  }

  create(storageType: 'FILE' | 'FOLDER', place: Place, block?: Exclude<BlockType, 'LOAN'>): string {
    const id = crypto.randomUUID();
    const title = newTitle(storageType, block);
    const { parentId, afterId } = block ? { parentId: null, afterId: undefined } : place;
    const element = {
      templateElementId: id,
      parentId,
      ...(afterId !== undefined && { afterId }),
      storageType,
      title,
      ...(block && { blockType: block }),
    };
    this.queue.add({
      failed: NOT_CREATED,
      about: () => [],
      show: (now) => {
        const tree = treeOf(now.elements, now.template.blockType);
        tree.insert({ id, parentId, after: afterId, storageType, blockType: block });
        const fresh = blankElement(id, this.id, storageType, title);
        return withElements(now, (elements) => placeElement([...elements, fresh], tree));
      },
      send: () =>
        send('createTemplateElements', { body: { templateId: this.id, elements: [element] } }),
    });
    return id;
  }

  update(id: string, fields: ElementFields): void {
    const changeElement = (element: TemplateElement): TemplateElement => {
      const next = { ...element, ...(fields as Partial<TemplateElement>) };
      return { ...next, evaluatedTitle: evaluateTitle(next, sampleValues(new Date())) };
    };
    this.queue.add({
      failed: NOT_UPDATED,
      about: () => [id],
      show: (now) =>
        withElements(now, (elements) =>
          elements.map((each) => (each.templateElementId === id ? changeElement(each) : each)),
        ),
      send: (revisions) => this.sendUpdate(id, revisions, fields),
    });
  }

  move(id: string, place: Place): void {
    const { parentId, afterId } = place;
    this.queue.add({
      failed: NOT_UPDATED,
      about: () => [id],
      show: (now) =>
        withElements(now, (elements) => moveElement(elements, now.template.blockType, id, place)),
      send: (revisions) =>
        this.sendUpdate(id, revisions, { parentId, ...(afterId !== undefined && { afterId }) }),
    });
  }

  /**
   * Removes the element with its contents. The highest revision in the subtree tells the server that no element in it
   * was changed by someone else meanwhile.
   */
  remove(id: string): void {
    const subtree = ({ elements }: TemplateState) => treeOf(elements, 'LOAN').subtree([id]);
    const deletion: Deletion = { title: '', taken: [], undo: null };
    this.queue.add({
      failed: NOT_UPDATED,
      about: (now) => {
        const inside = new Set(subtree(now));
        deletion.taken = now.elements.filter((each) => inside.has(each.templateElementId));
        deletion.title =
          deletion.taken.find((each) => each.templateElementId === id)?.evaluatedTitle ?? '';
        return [...inside];
      },
      show: (now) => {
        const tree = treeOf(now.elements, now.template.blockType);
        tree.remove([id]);
        return withElements(now, (elements) => placeElement(elements, tree));
      },
      send: async (revisions) => {
        const elements = [{ templateElementId: id, revision: Math.max(...revisions.values()) }];
        const body = { templateId: this.id, elements };
        const answer = await send('deleteTemplateElements', { body });
        deletion.undo = answer.undo;
        return answer;
      },
      refused: () => this.undoable.set((list) => list.filter((each) => each !== deletion)),
    });
    this.undoable.set((list) => [...list, deletion]);
  }

  undo(): void {
    const deletion = this.undoable.get().at(-1);
    if (!deletion) return;
    this.undoable.set((list) => list.slice(0, -1));
    this.queue.add({
      failed: NOT_UPDATED,
      about: () => [],
      show: (now) => withElements(now, (elements) => withBack(elements, deletion.taken)),
      send: async () => {
        // The server rejected the deletion, so there is nothing to undo.
        if (deletion.undo === null) return null;
        const body = { templateId: this.id, restore: deletion.undo };
        return send('updateTemplateElements', { body });
      },
    });
  }

  /** Changes the loan type and the entity type that the template is for. */
  changeTypes(fields: Partial<Pick<Template, 'loanType' | 'entityType'>>): void {
    this.queue.add({
      failed: TYPE_NOT_CHANGED,
      about: () => [this.id],
      show: (now) => ({ ...now, template: { ...now.template, ...fields } }),
      send: async (revisions) => {
        const body = { id: this.id, revision: revisions.get(this.id)!, ...fields };
        return { template: await send('updateTemplate', { body }), elements: [], removed: [] };
      },
    });
  }

  /** Queues any other call about an element, so that it runs in order with the writes. */
  after(id: string, sendIt: (revision: number) => Promise<TemplateChanged>, failed: string): void {
    this.queue.add({
      failed,
      about: () => [id],
      show: (now) => now,
      send: (revisions) => sendIt(revisions.get(id)!),
    });
  }

  private sendUpdate(id: string, revisions: Revisions, fields: object): Promise<TemplateChanged> {
    const element = { templateElementId: id, revision: revisions.get(id)!, ...fields };
    return send('updateTemplateElements', { body: { templateId: this.id, elements: [element] } });
  }
}

function withBack(elements: TemplateElement[], deleted: TemplateElement[]): TemplateElement[] {
  const knownIds = new Set(elements.map((each) => each.templateElementId));
  return [...elements, ...deleted.filter((each) => !knownIds.has(each.templateElementId))];
}
