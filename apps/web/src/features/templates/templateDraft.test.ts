import type { Template, TemplateElement } from '@cairn/contract';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { callKey, queryClient } from '../../lib/queries.ts';
import { waitingToasts } from '../../lib/toast.ts';
import { blankElement } from './blankElement.ts';
import { TemplateDraft } from './templateDraft.ts';

const ID = 'template';
const CONFLICT = 'Someone else just changed this.';
const key = callKey('listTemplateElements', { params: { id: ID }, query: { version: 0 } });

interface Sent {
  method: string;
  body: {
    elements?: { templateElementId: string; revision?: number; title?: string }[];
    restore?: string;
    revision?: number;
  };
}

/** A fake server: each change creates the next revision and must name the revision that it is based on. */
class Draft {
  revision = 10;
  elements = new Map<string, TemplateElement>();
  deleted = new Map<string, TemplateElement[]>();
  sent: Sent[] = [];
  underWay = 0;

  constructor(...ids: string[]) {
    for (const id of ids)
      this.elements.set(id, { ...blankElement(id, ID, 'FILE', id), revision: 1 });
  }

  readonly answer = async (_: unknown, { method = 'GET', body }: RequestInit = {}) => {
    this.underWay += 1;
    expect(this.underWay, 'one write at a time').toBe(1);
    await new Promise((done) => setTimeout(done, 5));
    this.underWay -= 1;
    if (method === 'GET') return Response.json(this.state());
    const call = { method, body: JSON.parse(body as string) as Sent['body'] };
    this.sent.push(call);
    const changed = this.change(call);
    if (changed) return Response.json(changed);
    const headers = { messages: encodeURIComponent(CONFLICT) };
    return Response.json({ code: 'CONFLICT' }, { status: 409, headers });
  };

  state() {
    const template = { id: ID, blockType: 'LOAN', revision: this.revision } as Template;
    return { template, elements: [...this.elements.values()], removed: [], complete: true };
  }

  /** A change by another user. */
  retitle(id: string, title: string) {
    this.revision += 1;
    this.elements.set(id, { ...this.elements.get(id)!, title, revision: this.revision });
  }

  private change({ method, body }: Sent) {
    const refs = body.elements ?? [];
    const stale = refs.some(
      ({ templateElementId: id, revision }) =>
        method !== 'POST' && this.elements.get(id)?.revision !== revision,
    );
    if (stale || (body.revision !== undefined && body.revision !== this.revision)) return null;
    this.revision += 1;
    if (method === 'DELETE') return this.remove(refs.map((each) => each.templateElementId));
    const back = this.deleted.get(body.restore ?? '') ?? [];
    const updated = [...refs, ...back].map((fields) => ({
      ...blankElement(fields.templateElementId, ID, 'FILE', ''),
      ...this.elements.get(fields.templateElementId),
      ...fields,
      revision: this.revision,
    }));
    for (const each of updated) this.elements.set(each.templateElementId, each);
    return body.revision === undefined
      ? { ...this.state(), elements: updated }
      : this.state().template;
  }

  private remove(ids: string[]) {
    const undo = `undo ${this.revision}`;
    this.deleted.set(
      undo,
      ids.map((id) => this.elements.get(id)!),
    );
    for (const id of ids) this.elements.delete(id);
    return { ...this.state(), elements: [], removed: ids, undo };
  }
}

let server: Draft;
let drafting: TemplateDraft;
const shownTitles = () => drafting.queue.shown()!.elements.map(({ title }) => title);
const toastMessages = () => waitingToasts.get().map((each) => 'message' in each && each.message);

beforeEach(() => {
  server = new Draft('lease', 'deed');
  vi.stubGlobal('fetch', server.answer);
  const { template, elements } = server.state();
  queryClient.setQueryData(key, { template, elements, through: template.revision });
  drafting = new TemplateDraft(ID);
  waitingToasts.set([]);
});
afterEach(() => {
  vi.unstubAllGlobals();
  queryClient.clear();
});

test('a deletion right after an edit names the revision that the edit gave', async () => {
  drafting.update('lease', { title: 'Lease of the shop' });
  drafting.remove('lease');
  expect(shownTitles()).toEqual(['deed']);
  await drafting.queue.settled();
  expect(server.sent.map(({ body }) => body.elements![0]!.revision)).toEqual([1, 11]);
  expect(drafting.queue.saving.get()).toBe('saved');
  expect(toastMessages()).toEqual([]);
  expect(shownTitles()).toEqual(['deed']);
});

test('whatever is done without waiting is sent in that order, and nothing is refused', async () => {
  const id = drafting.create('FILE', { parentId: null, afterId: undefined });
  drafting.update(id, { title: 'Permit' });
  drafting.changeTypes({ loanType: 'SBA_7A' });
  drafting.update(id, { title: 'Building permit' });
  drafting.remove(id);
  drafting.undo();
  drafting.update(id, { description: 'From the town.' });
  expect(drafting.queue.saving.get()).toBe('saving');
  expect(shownTitles()).toEqual(['lease', 'deed', 'Building permit']);
  await drafting.queue.settled();
  expect(server.sent.map(({ method }) => method).join(' ')).toBe('POST PUT PUT PUT DELETE PUT PUT');
  expect(toastMessages()).toEqual([]);
  expect(server.elements.get(id)).toMatchObject({ description: 'From the town.' });
  expect(drafting.undoable.get()).toEqual([]);
});

test('a concurrent change is not overwritten: a message is shown, with what the other user wrote', async () => {
  drafting.update('deed', { title: 'Deed of the shop' });
  drafting.update('lease', { title: 'Mine' });
  server.retitle('lease', 'Theirs');
  drafting.update('deed', { description: 'Signed.' });
  await drafting.queue.settled();
  expect(toastMessages()).toEqual(['Error while updating template element', CONFLICT]);
  expect(shownTitles()).toEqual(['Theirs', 'Deed of the shop']);
  expect(server.elements.get('deed')).toMatchObject({ description: 'Signed.' });
});

test('a deletion that was refused cannot be taken back, and takes nothing', async () => {
  drafting.remove('lease');
  drafting.undo();
  server.retitle('lease', 'Theirs');
  await drafting.queue.settled();
  expect(server.sent).toHaveLength(1);
  expect(shownTitles()).toEqual(['Theirs', 'deed']);
});

test('what others did between two of one’s own writes is asked for later', async () => {
  server.retitle('deed', 'Theirs');
  drafting.update('lease', { title: 'Mine' });
  await drafting.queue.settled();
  expect(queryClient.getQueryData(key)).toMatchObject({
    through: 10,
    template: { revision: 12 },
  });
});
