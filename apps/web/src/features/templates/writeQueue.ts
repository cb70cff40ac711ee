/**
 * Queue for the changes of a draft. Changes are shown immediately and sent one after another. The shown state is the
 * server's state with all pending changes applied on top. Each write names the revisions that the page had when the
 * change was made; only replies to this page's earlier writes update them. The server therefore rejects a write that
 * conflicts with a change by another user.
 */
import type { TemplateChanged } from '@cairn/contract';
import { calls } from '../../lib/calls.ts';
import { CallError } from '../../lib/CallError.ts';
import { reportFailure } from '../../lib/failures.ts';
import { refresh } from '../../lib/queries.ts';
import { createStore, type Store } from '../../lib/store.ts';
import { toast } from '../../lib/toast.ts';
import { putChanges, reloadState, stateOf, type TemplateState } from './templateData.ts';

export type Saving = 'saved' | 'saving' | 'failed';

/** Revisions by ID, of elements and of the template itself. */
export type Revisions = Map<string, number>;

export interface Write {
  /** Applies the change before the server has replied. May throw if the tree does not allow the change. */
  show: (now: TemplateState) => TemplateState;
  /** IDs of the elements (or the template) whose revisions the call names. */
  about: (now: TemplateState) => readonly string[];
  send: (seen: Revisions) => Promise<TemplateChanged | null>;
  refused?: () => void;
  failed: string;
}

interface Waiting extends Write {
  seen: Revisions;
}

/** If the tree no longer allows a pending write, it is not shown. The server rejects it when it is sent. */
const onTop = (state: TemplateState, { show }: Write): TemplateState => {
  try {
    return show(state);
  } catch {
    return state;
  }
};

export const withWaiting = (state: TemplateState, waiting: readonly Write[]): TemplateState =>
  waiting.reduce(onTop, state);

function seenIn(
  { template, elements }: Pick<TemplateState, 'template' | 'elements'>,
  ids: readonly string[],
): Revisions {
  const revisions = new Map(elements.map((each) => [each.templateElementId, each.revision]));
  revisions.set(template.id, template.revision);
  return new Map(ids.map((id) => [id, revisions.get(id) ?? 0]));
}

export class WriteQueue {
  readonly saving: Store<Saving> = createStore<Saving>('saved');
  readonly waiting: Store<readonly Waiting[]> = createStore<readonly Waiting[]>([]);
  private readonly id: string;
  private last: Promise<void> = Promise.resolve();

  constructor(templateId: string) {
    this.id = templateId;
  }

  /** The draft with pending writes applied. */
  shown(): TemplateState | undefined {
    const state = stateOf(this.id);
    return state && withWaiting(state, this.waiting.get());
  }

  add(write: Write): void {
    const now = this.shown();
    if (!now) return;
    try {
      write.show(now);
    } catch {
      // The tree does not allow the change. It is dropped because the server would reject it too.
      return;
    }
    const waiting = { ...write, seen: seenIn(now, write.about(now)) };
    this.waiting.set((list) => [...list, waiting]);
    this.saving.set('saving');
    this.last = this.inTurn(this.last, waiting);
  }

  /** Resolves when all writes added so far are completed. */
  settled(): Promise<void> {
    return this.last;
  }

  private async inTurn(before: Promise<void>, write: Waiting): Promise<void> {
    await before;
    try {
      const changed = await write.send(write.seen);
      if (changed) this.answered(changed);
      this.done(write);
      this.saving.set(this.waiting.get().length > 0 ? 'saving' : 'saved');
      void refresh(calls.updateTemplateElements.changes);
    } catch (failure) {
      write.refused?.();
      await this.fail(failure, write);
    }
  }

  private answered(changed: TemplateChanged): void {
    const fresh = seenIn(changed, [
      changed.template.id,
      ...changed.elements.map((each) => each.templateElementId),
    ]);
    for (const { seen } of this.waiting.get()) {
      for (const [id, revision] of fresh) if (seen.has(id)) seen.set(id, revision);
    }
    putChanges(this.id, changed);
  }

  private done(write: Waiting): void {
    this.waiting.set((list) => list.filter((each) => each !== write));
  }

  private async fail(failure: unknown, write: Waiting): Promise<void> {
    this.saving.set('failed');
    toast.error(write.failed);
    const isCall = failure instanceof CallError;
    if (isCall && (failure.status === 409 || failure.status === 400)) toast.info(failure.message);
    else if (isCall && failure.status !== 500 && failure.status !== 0) {
      reportFailure(failure, calls.updateTemplateElements);
    }
    // The shown state may be stale, so the server's state replaces it.
    await reloadState(this.id).catch(() => undefined);
    this.done(write);
  }
}
