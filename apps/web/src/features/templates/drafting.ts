/**
 * Changes of a draft, shown at once and sent one after the other: each names the revision that the one
 * before it left. What the server refuses is said, and the page shows what the server has.
 */
import type { ElementFields, TemplateChanged, TemplateElement } from '@cairn/contract';
import { evaluateTitle, sampleValues } from '@cairn/contract/naming';
import { BLOCK_NAME } from '@cairn/contract/naming';
import type { BlockType } from '@cairn/contract/template-terms';
import { calls } from '../../kit/calls.ts';
import { CallError } from '../../kit/CallError.ts';
import { send } from '../../kit/client.ts';
import { reportFailure } from '../../kit/failures.ts';
import { refresh } from '../../kit/queries.ts';
import { createStore, type Store } from '../../kit/store.ts';
import { toast } from '../../kit/toast.ts';
import { moved, newestIn, type Place, placed, treeOf } from './builderTree.ts';
import { changeState, holdFetches, reloadState, stateOf, withChanges } from './templateData.ts';

export const NOT_CREATED = 'Error while creating template element';
export const NOT_UPDATED = 'Error while updating template element';

export type Saving = 'saved' | 'saving' | 'failed';

interface Change {
  /** Shown before the server has said so; false where there is nothing to do. */
  show: () => boolean;
  send: () => Promise<TemplateChanged>;
  failed: string;
}

const blankElement = (
  id: string,
  templateId: string,
  storageType: 'FILE' | 'FOLDER',
  title: string,
): TemplateElement => ({
  templateElementId: id,
  templateId,
  parentId: null,
  position: 0,
  blockType: 'LOAN',
  storageType,
  title,
  evaluatedTitle: title,
  answerType: storageType === 'FILE' ? 'DOCUMENT' : null,
  choices: [],
  namingStrategy: 'TITLE',
  description: null,
  includeDescription: true,
  priorityType: 'MEDIUM',
  visibleAtStatus: null,
  hidden: false,
  required: storageType === 'FILE',
  modifiers: [],
  locations: ['PACKAGE'],
  hasExpiration: false,
  freshDays: null,
  dueDays: null,
  repeatPer: null,
  repeatCount: null,
  condition: null,
  key: null,
  aliases: [],
  provider: null,
  stage: null,
  docGroup: null,
  period: null,
  sbaTab: null,
  note: null,
  checkWithCounsel: false,
  answer: null,
  revision: 0,
});

export class Drafting {
  readonly saving: Store<Saving> = createStore<Saving>('saved');
  /** Deletions that can be taken back, the last one at the end. */
  readonly undoable: Store<readonly { undo: string; title: string }[]> = createStore<
    readonly { undo: string; title: string }[]
  >([]);
  private readonly id: string;
  private queue: Promise<void> = Promise.resolve();
  private waiting = 0;

  constructor(templateId: string) {
    this.id = templateId;
  }

  create(storageType: 'FILE' | 'FOLDER', place: Place, block?: Exclude<BlockType, 'LOAN'>): string {
    const id = crypto.randomUUID();
    const isBlock = block !== undefined;
    const title = isBlock
      ? `{{${BLOCK_NAME[block]}}}`
      : storageType === 'FILE'
        ? 'New request'
        : 'New folder';
    const { parentId, afterId } = isBlock ? { parentId: null, afterId: undefined } : place;
    const sent = {
      templateElementId: id,
      parentId,
      ...(afterId !== undefined && { afterId }),
      storageType,
      title,
      ...(isBlock && { blockType: block }),
    };
    this.run({
      failed: NOT_CREATED,
      show: () => {
        changeState(this.id, ({ template, elements }) => {
          const tree = treeOf(elements, template.blockType);
          tree.insert({ id, parentId, after: afterId, storageType, blockType: block });
          const fresh = blankElement(id, this.id, storageType, title);
          return { template, elements: placed([...elements, fresh], tree) };
        });
        return true;
      },
      send: () =>
        send('createTemplateElements', { body: { templateId: this.id, elements: [sent] } }),
    });
    return id;
  }

  update(id: string, fields: ElementFields): void {
    this.run({
      failed: NOT_UPDATED,
      show: () => {
        this.changeOne(id, (element) => {
          const next = { ...element, ...(fields as Partial<TemplateElement>) };
          return { ...next, evaluatedTitle: evaluateTitle(next, sampleValues(new Date())) };
        });
        return true;
      },
      send: () => this.sendUpdate(id, fields),
    });
  }

  move(id: string, place: Place): void {
    this.run({
      failed: NOT_UPDATED,
      show: () => {
        changeState(this.id, ({ template, elements }) => ({
          template,
          elements: moved(elements, template.blockType, id, place),
        }));
        return true;
      },
      send: () => {
        const { parentId, afterId } = place;
        return this.sendUpdate(id, { parentId, ...(afterId !== undefined && { afterId }) });
      },
    });
  }

  remove(id: string): void {
    const revision = () => newestIn(stateOf(this.id)!.elements, id);
    let named = 0;
    let title = '';
    this.run({
      failed: NOT_UPDATED,
      show: () => {
        named = revision();
        changeState(this.id, ({ template, elements }) => {
          title = elements.find((each) => each.templateElementId === id)?.evaluatedTitle ?? '';
          const tree = treeOf(elements, template.blockType);
          tree.remove([id]);
          return { template, elements: placed(elements, tree) };
        });
        return true;
      },
      send: async () => {
        const elements = [{ templateElementId: id, revision: named }];
        const answer = await send('deleteTemplateElements', {
          body: { templateId: this.id, elements },
        });
        this.undoable.set((list) => [...list, { undo: answer.undo, title }]);
        return answer;
      },
    });
  }

  undo(): void {
    this.run({
      failed: NOT_UPDATED,
      show: () => true,
      send: () => {
        const last = this.undoable.get().at(-1);
        if (!last) throw new Error('nothing to undo');
        this.undoable.set((list) => list.slice(0, -1));
        return send('updateTemplateElements', {
          body: { templateId: this.id, restore: last.undo },
        });
      },
    });
  }

  /** Any other call that changes the draft takes its turn too. */
  after(sendIt: () => Promise<TemplateChanged>, failed: string): void {
    this.run({ failed, show: () => true, send: sendIt });
  }

  /** Everything sent so far has been answered. */
  settled(): Promise<void> {
    return this.queue;
  }

  private changeOne(id: string, change: (element: TemplateElement) => TemplateElement): void {
    changeState(this.id, ({ template, elements }) => ({
      template,
      elements: elements.map((each) => (each.templateElementId === id ? change(each) : each)),
    }));
  }

  private sendUpdate(id: string, fields: object): Promise<TemplateChanged> {
    const known = stateOf(this.id)?.elements.find((each) => each.templateElementId === id);
    const element = { templateElementId: id, revision: known?.revision ?? 0, ...fields };
    return send('updateTemplateElements', { body: { templateId: this.id, elements: [element] } });
  }

  private run({ show, send: sendIt, failed }: Change): void {
    try {
      if (!show()) return;
    } catch {
      // The tree says no: nothing was shown, and the server would say the same.
      return;
    }
    this.waiting += 1;
    this.saving.set('saving');
    const before = this.queue;
    this.queue = this.inTurn(before, sendIt, failed);
  }

  private async inTurn(
    before: Promise<void>,
    sendIt: Change['send'],
    failed: string,
  ): Promise<void> {
    await before;
    try {
      await holdFetches(this.id);
      const changed = await sendIt();
      this.waiting -= 1;
      changeState(this.id, (now) => merged(now, changed, this.waiting > 0));
      this.saving.set(this.waiting > 0 ? 'saving' : 'saved');
      void refresh(calls.updateTemplateElements.changes);
    } catch (failure) {
      this.waiting -= 1;
      await this.fail(failure, failed);
    }
  }

  private async fail(failure: unknown, sentence: string): Promise<void> {
    this.saving.set('failed');
    toast.error(sentence);
    const isCall = failure instanceof CallError;
    if (isCall && (failure.status === 409 || failure.status === 400)) toast.info(failure.message);
    else if (isCall && failure.status !== 500 && failure.status !== 0) {
      reportFailure(failure, calls.updateTemplateElements);
    }
    await reloadState(this.id).catch(() => undefined);
  }
}

/** While more is on its way, what is shown of an element stays; only its revision is the server's. */
function merged(
  now: { template: TemplateChanged['template']; elements: TemplateElement[] },
  changed: TemplateChanged,
  moreToCome: boolean,
) {
  if (!moreToCome) return withChanges(now, changed);
  const revisions = new Map(
    changed.elements.map((each) => [each.templateElementId, each.revision]),
  );
  return {
    template: changed.template,
    elements: now.elements.map((each) => ({
      ...each,
      revision: revisions.get(each.templateElementId) ?? each.revision,
    })),
  };
}
