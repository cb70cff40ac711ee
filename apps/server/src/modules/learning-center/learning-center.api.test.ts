/** Articles that the operator writes for lenders, borrowers and administrators. */
import type { SupportAudience, SupportEntry } from '@cairn/contract';
import { makePng, startTestServer, type TestServer } from '@cairn/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

let server: TestServer;
interface Session {
  token: string;
}
let admin: Session;
let lender: Session;
let borrower: Session;
let topicId: string;

beforeAll(async () => {
  server = await startTestServer();
  const { given } = server;
  const company = await given.company({ name: 'Northgate Bank' });
  admin = { token: await given.session(await given.account(), { roleLevel: 'ADMIN' }) };
  const dana = await given.employee(company);
  lender = { token: await given.session(dana, { roleLevel: 'LENDER', company }) };
  borrower = { token: await given.session(await given.account(), { roleLevel: 'BORROWER' }) };
  topicId = (await createTopic('Reviews')).id;
}, 60_000);
afterAll(() => server.stop());

const createTopic = async (title: string) => {
  const { body } = await server.call('createSupportCategory', { body: { title } }, admin);
  return body;
};

async function write(
  article: { title: string; body?: string; published?: boolean; audiences?: SupportAudience[] },
  by = admin,
): Promise<SupportEntry> {
  const { status, body } = await server.call(
    'createSupportEntry',
    { body: { categoryId: topicId, audiences: ['BORROWER'], published: true, ...article } },
    by,
  );
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
}
const entriesFor = async (by: Session, query = {}) =>
  (await server.call('listSupportEntries', { query }, by)).body.entries;
const titlesFor = async (by: Session, query = {}) =>
  (await entriesFor(by, query)).map(({ title }) => title);

describe('the learning center', () => {
  test('offers topics and articles, found by address and by words [R012]', async () => {
    const { slug } = await write({
      title: 'Send a file from your phone',
      body: 'Choose **Take a photo**. The pages become one PDF.',
    });
    expect(slug).toBe('send-a-file-from-your-phone');
    const [topic] = (await server.call('listSupportCategories', {}, borrower)).body.categories;
    expect(topic).toMatchObject({ title: 'Reviews', slug: 'reviews', entryCount: 1 });

    const [entry] = await entriesFor(borrower, { slug });
    expect(entry).toMatchObject({ title: 'Send a file from your phone', wordCount: 9 });
    expect(entry!.body).toContain('**Take a photo**');
    expect((await entriesFor(borrower))[0]!.body).toBeNull();

    for (const search of ['photo', 'phone', 'photographs pages', 'becom']) {
      const titles = await titlesFor(borrower, { search });
      expect(titles, search).toEqual(
        search === 'photographs pages' ? [] : ['Send a file from your phone'],
      );
    }
    for (const nothing of ["';--", '& | ! :*', '\\', '<->']) {
      expect(await titlesFor(borrower, { search: nothing }), nothing).toEqual([]);
    }
  });

  test('administrators alone write, change and delete it [R016]', async () => {
    const entry = await write({ title: 'Approve a file', published: false });
    const { id, version } = entry;
    const body = { categoryId: topicId, title: 'Approve files', audiences: ['LENDER' as const] };
    for (const by of [lender, borrower]) {
      expect((await server.call('createSupportEntry', { body }, by)).status).toBe(403);
      const change = { body: { ...body, id, version } };
      expect((await server.call('updateSupportEntry', change, by)).status).toBe(403);
      expect((await server.call('deleteSupportEntry', { params: { id } }, by)).status).toBe(403);
    }
    const saved = await server.call(
      'updateSupportEntry',
      { body: { ...body, id, version, published: true } },
      admin,
    );
    expect(saved.body).toMatchObject({ title: 'Approve files', published: true, version: 2 });
    const stale = await server.call(
      'updateSupportEntry',
      { body: { ...body, id, version } },
      admin,
    );
    expect(stale.body).toMatchObject({ code: 'CONFLICT' });

    const removal = { query: { id: topicId } };
    const refused = await server.call('deleteSupportCategory', removal, admin);
    expect(refused.body).toMatchObject({ code: 'CATEGORY_NOT_EMPTY' });
    await server.call('deleteSupportEntry', { params: { id } }, admin);
    expect(await titlesFor(admin, { id })).toEqual([]);
    const empty = await createTopic('Nothing yet');
    const reply = await server.call('deleteSupportCategory', { query: { id: empty.id } }, admin);
    expect(reply.body).toEqual({ success: true });
  });

  test('a topic is renamed under its address; another topic’s address is refused', async () => {
    const topic = await createTopic('Before the rename');
    const other = await createTopic('Beside the rename');
    const rename = (slug: string) =>
      server.call('updateSupportCategory', { body: { id: topic.id, slug, title: 'After' } }, admin);
    expect((await rename(other.slug)).body).toMatchObject({ code: 'SLUG_IN_USE' });
    await rename(topic.slug);
    const { categories } = (await server.call('listSupportCategories', {}, admin)).body;
    expect(categories.find(({ id }) => id === topic.id)).toMatchObject({
      slug: topic.slug,
      title: 'After',
    });
  });

  test('a topic and an article have an id, a support id and a view count [R141]', async () => {
    const entry = await write({ title: 'Fields of an article' });
    const { categories } = (await server.call('listSupportCategories', {}, borrower)).body;
    for (const item of [entry, categories[0]!]) {
      expect(item).toMatchObject({
        id: expect.any(String),
        supportId: expect.any(String),
        viewCount: 0,
      });
    }
  });

  test('opening it raises the view count, once a day for each reader [R142]', async () => {
    const { supportId, slug } = await write({ title: 'Counted', audiences: ['BORROWER'] });
    const open = async (by: Session) =>
      (await server.call('incrementSupportViews', { params: { supportId } }, by)).body;
    expect(await open(borrower)).toEqual({ supportId, viewCount: 1 });
    expect(await open(borrower)).toEqual({ supportId, viewCount: 1 });
    expect(await open(lender)).toEqual({ supportId, viewCount: 2 });
    const [entry] = await entriesFor(borrower, { slug });
    expect(entry).toMatchObject({ viewCount: 2, read: true });
    expect((await entriesFor(admin, { slug }))[0]!.read).toBe(false);

    await server.owner.query(
      'update cairn.support_view set viewed_on = current_date - 1 where support_id = $1',
      [supportId],
    );
    expect((await open(borrower)).viewCount).toBe(3);
    const { categories } = (await server.call('listSupportCategories', {}, borrower)).body;
    const ofTopic = { params: { supportId: categories[0]!.supportId } };
    expect((await server.call('incrementSupportViews', ofTopic, borrower)).body.viewCount).toBe(1);
  });

  test('drafts are the administrators’, and each article is for its audiences', async () => {
    const draft = await write({ title: 'Secret draft', body: 'unfinished', published: false });
    const forLenders = await write({ title: 'Only lenders', audiences: ['LENDER'] });
    const forAdmins = await write({ title: 'Only administrators', audiences: ['ADMIN'] });
    const seenBy = async (by: Session) =>
      (await entriesFor(by))
        .map(({ id }) => id)
        .filter((id) => [draft.id, forLenders.id, forAdmins.id].includes(id));
    expect(await seenBy(borrower)).toEqual([]);
    expect(await seenBy(lender)).toEqual([forLenders.id]);
    expect(await seenBy(admin)).toHaveLength(3);
    for (const query of [{ id: draft.id }, { slug: draft.slug }, { search: 'unfinished' }]) {
      expect(await titlesFor(lender, query)).toEqual([]);
    }
    for (const { supportId } of [draft, forLenders, forAdmins]) {
      const { status } = await server.call(
        'incrementSupportViews',
        { params: { supportId } },
        borrower,
      );
      expect(status).toBe(404);
    }
    const filtered = await titlesFor(lender, { audience: 'LENDER' });
    expect(filtered).toContain('Only lenders');
    expect(filtered).not.toContain('Counted');
  });

  test('an address is used once', async () => {
    await write({ title: 'Same address' });
    const again = { categoryId: topicId, title: 'same ADDRESS!', audiences: ['ADMIN' as const] };
    const { status, body } = await server.call('createSupportEntry', { body: again }, admin);
    expect([status, body]).toMatchObject([409, { code: 'SLUG_IN_USE' }]);
    for (const slug of ['../admin', 'A', 'a--b', 'a b']) {
      const bad = await server.call('createSupportEntry', { body: { ...again, slug } }, admin);
      expect(bad.status, slug).toBe(400);
    }
  });

  test('a title that makes no address needs one, of an article and of a topic', async () => {
    const title = '— é —';
    const article = { categoryId: topicId, title, audiences: ['ADMIN' as const] };
    const required = [400, { code: 'INVALID_REQUEST', fieldErrors: { slug: 'Required' } }];
    const refused = [
      await server.call('createSupportEntry', { body: article }, admin),
      await server.call('createSupportCategory', { body: { title } }, admin),
    ];
    for (const { status, body } of refused) expect([status, body]).toMatchObject(required);
    const replies = [
      await server.call('createSupportEntry', { body: { ...article, slug: 'e' } }, admin),
      await server.call('createSupportCategory', { body: { title, slug: 'e' } }, admin),
    ];
    for (const { status, body } of replies)
      expect([status, body]).toMatchObject([200, { slug: 'e' }]);
  });
});

describe('pictures', () => {
  const asData = (bytes: Buffer) => `data:image/png;base64,${bytes.toString('base64')}`;
  const add = (id: string, image: string) =>
    server.call('addSupportPicture', { params: { id }, body: { image } }, admin);
  const statusOfPicture = async (id: string, by: Session) =>
    (await server.call('getSupportPicture', { params: { id } }, by)).status;

  test('are seen by the readers of their article, and go with the text that showed them', async () => {
    const entry = await write({ title: 'With a picture', published: false });
    const { id: pictureId } = (await add(entry.id, asData(makePng(8, 8)))).body;
    const { id: dropped } = (await add(entry.id, asData(makePng(9, 9)))).body;
    expect(await statusOfPicture(pictureId, admin)).toBe(200);
    expect(await statusOfPicture(pictureId, borrower)).toBe(404);
    const { body: saved } = await server.call(
      'updateSupportEntry',
      {
        body: {
          id: entry.id,
          version: entry.version,
          categoryId: topicId,
          title: entry.title,
          audiences: ['BORROWER'],
          published: true,
          body: `![Queue](picture:${pictureId})`,
        },
      },
      admin,
    );
    expect(saved.published).toBe(true);
    expect(await statusOfPicture(pictureId, borrower)).toBe(200);
    expect(await statusOfPicture(dropped, admin)).toBe(404);
    await server.call('deleteSupportEntry', { params: { id: entry.id } }, admin);
    expect(await statusOfPicture(pictureId, admin)).toBe(404);
  });

  test('are pictures by their bytes, and no larger than a page needs', async () => {
    const { id } = await write({ title: 'Refuses' });
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>');
    for (const image of [asData(svg), asData(makePng(5000, 1)), 'https://foreign.example/x.png']) {
      expect((await add(id, image)).status).toBe(400);
    }
  });
});
