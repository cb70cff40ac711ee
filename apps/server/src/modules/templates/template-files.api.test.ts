import { randomUUID } from 'node:crypto';
import { startTestServer, type Account, type Company, type TestServer } from '@cairn/testing';
import { file, folder, templateSteps, titles } from '@cairn/testing/template-steps';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { violations } from '../../platform/db/migrate.ts';

let server: TestServer;
let company: Company;
let owner: Account;
let token: string;
let reader: string;

beforeAll(async () => {
  server = await startTestServer();
  company = await server.given.company({ name: 'Northgate Bank' });
  owner = await server.given.employee(company, { level: 'OWNER' });
  token = await server.given.session(owner, { roleLevel: 'LENDER', company });
  const employee = await server.given.employee(company);
  reader = await server.given.session(employee, { roleLevel: 'LENDER', company });
});
afterAll(async () => {
  const { connectionString } = server.owner.options;
  expect(await violations(connectionString!)).toEqual([]);
  await server.stop();
});

const { add, elementsOf, make, publish, update } = templateSteps(() => ({ server, token }));

describe('publishing', () => {
  test('makes a version that nothing changes afterwards', async () => {
    const { id } = await make();
    const a = randomUUID();
    await add(id, file('A', { templateElementId: a }));
    const published = await publish(id, 'First');
    expect(published.body).toMatchObject({ publishedVersion: 1, hasUnpublishedChanges: false });
    const changed = await update(id, { templateElementId: a, revision: 2, title: 'A1' });
    expect(changed.body.template.hasUnpublishedChanges).toBe(true);
    expect(titles((await elementsOf(id, { version: 1 })).elements)).toEqual(['A']);
    await publish(id, 'Second');
    const { body } = await server.call(
      'listTemplateVersions',
      { params: { id } },
      { token: reader },
    );
    expect(body.versions).toMatchObject([
      { version: 2, note: 'Second', totalFiles: 1, publishedByUser: { id: owner.id } },
      { version: 1, note: 'First' },
    ]);
    expect(titles((await elementsOf(id, { version: 1 })).elements)).toEqual(['A']);
    expect(
      (
        await server.call(
          'listTemplateElements',
          { params: { id }, query: { version: 3 } },
          { token },
        )
      ).status,
    ).toBe(404);
  });

  test('the application itself cannot write a published version', async () => {
    const { id } = await make();
    await add(id, file('A'));
    await publish(id);
    const client = await server.owner.connect();
    try {
      await client.query('begin');
      await client.query('set local role cairn_app');
      await client.query(`select set_config('app.platform', 'yes', true)`);
      const changed = await client.query(
        `update cairn.template_element set title = 'X' where template_id = $1 and version = 1`,
        [id],
      );
      expect(changed.rowCount).toBe(0);
      const insert = `insert into cairn.template_element (company_id, template_id, version, id, position,
        block_type, storage_type, title) values ($1, $2, 1, $3, 1, 'LOAN', 'FOLDER', 'X')`;
      await expect(client.query(insert, [company.id, id, randomUUID()])).rejects.toThrow(
        /row-level/,
      );
    } finally {
      await client.query('rollback');
      client.release();
    }
  });

  test('is refused when nothing changed, or after a concurrent change', async () => {
    const { id } = await make();
    await publish(id);
    expect((await publish(id)).body).toMatchObject({ code: 'NOTHING_TO_PUBLISH' });
    const body = { revision: 1 };
    await add(id, file('New'));
    const late = await server.call('publishTemplate', { params: { id }, body }, { token });
    expect(late.body).toMatchObject({ code: 'CONFLICT' });
  });
});

describe('copying', () => {
  test('takes the whole tree under new ids; also of an older version', async () => {
    const original = await make({ name: 'Original', entityTypeLinks: ['COMPANY'] });
    const { elements } = await elementsOf(original.id);
    await add(
      original.id,
      file('Return', { parentId: elements[0]!.templateElementId, dueDays: 14 }),
    );
    await publish(original.id);
    await add(original.id, file('Later'));
    const copied = await server.call(
      'copyTemplate',
      { body: { templateId: original.id } },
      { token },
    );
    expect(copied.body).toMatchObject({ name: 'Original (copy)', totalElements: 3, totalFiles: 2 });
    const copy = await elementsOf(copied.body.id);
    expect(titles(copy.elements)).toEqual(['{{businessName}}', 'Return', 'Later']);
    expect(copy.elements[1]).toMatchObject({
      dueDays: 14,
      parentId: copy.elements[0]!.templateElementId,
    });
    const ids = new Set(elements.map(({ templateElementId }) => templateElementId));
    expect(copy.elements.some(({ templateElementId }) => ids.has(templateElementId))).toBe(false);
    const old = await server.call(
      'copyTemplate',
      { body: { templateId: original.id, version: 1, name: 'As it was' } },
      { token },
    );
    expect(old.body).toMatchObject({ name: 'As it was', totalElements: 2 });
  });

  test('adopts from the library, with what is unverified marked', async () => {
    const { body } = await server.call('listTemplateLibrary', {}, { token: reader });
    expect(body.templates).toHaveLength(8);
    const [sba] = body.templates;
    const adopted = await server.call(
      'copyTemplate',
      { body: { libraryKey: sba!.key } },
      { token },
    );
    expect(adopted.body).toMatchObject({
      name: 'SBA 7(a)',
      loanType: 'SBA_7A',
      libraryKey: 'SBA_7A',
      totalElements: sba!.totalElements,
      entityTypeLinks: ['ASSET', 'COMPANY', 'INDIVIDUAL', 'TRUST'],
    });
    const { elements } = await elementsOf(adopted.body.id);
    const marked = elements.filter(({ checkWithCounsel }) => checkWithCounsel);
    expect(marked).toHaveLength(sba!.totalUnverified);
    expect(marked.every(({ note }) => note !== null)).toBe(true);
    expect(
      (await server.call('copyTemplate', { body: { libraryKey: 'NONE' } }, { token })).status,
    ).toBe(404);
  });
});

describe('as a borrower will see it', () => {
  test('nothing hidden, internal or lender-only is in it, nor an empty folder', async () => {
    const { id } = await make();
    const [secret, open] = [randomUUID(), randomUUID()];
    await add(
      id,
      folder('Secret', { templateElementId: secret, hidden: true }),
      file('In secret', { parentId: secret }),
      folder('Only internal'),
      folder('Open', { templateElementId: open }),
      file('Credit memo', { parentId: open, modifiers: ['INTERNAL_ONLY'] }),
      file('Hidden by priority', { parentId: open, priorityType: 'HIDDEN' }),
      file('Lender only', { parentId: open, modifiers: ['LENDER_ONLY'] }),
      file('{{year}} return', { parentId: open, note: 'our own note', description: 'All pages.' }),
    );
    const { body, text } = await server.call(
      'listBorrowerTemplates',
      { query: { templateId: id } },
      { token },
    );
    const year = String(new Date().getUTCFullYear() - 1);
    expect(body.elements.map(({ evaluatedTitle }) => evaluatedTitle)).toEqual([
      'Open',
      `${year} return`,
    ]);
    expect(text).not.toContain('our own note');
    expect(body.elements[1]).toMatchObject({ description: 'All pages.' });
  });

  test('without naming one, the published templates are listed', async () => {
    const draft = await make({ name: 'Only a draft' });
    const published = await make({ name: 'Published' });
    await publish(published.id);
    const { body } = await server.call('listBorrowerTemplates', {}, { token });
    const ids = body.templates.map(({ id }) => id);
    expect(ids).toContain(published.id);
    expect(ids).not.toContain(draft.id);
  });
});

describe('CSV', () => {
  const download = async (ids: string) =>
    server.call('downloadTemplates', { params: { ids } }, { token });

  test('comes down, goes up as multipart, and comes down the same [R098]', async () => {
    const adopted = await server.call(
      'copyTemplate',
      { body: { libraryKey: 'SBA_504', name: '=cmd|calc' } },
      { token },
    );
    await add(adopted.body.id, file('-1+1, \'quoted\' "twice"', { description: '@SUM(A1)\nline' }));
    const down = await download(adopted.body.id);
    expect(down.status).toBe(200);
    expect(down.headers['content-disposition']).toContain('attachment');
    // No cell of the file starts like a formula.
    expect(down.text).not.toMatch(/(^|[,\n])"?[=+\-@]/);
    const up = await server.call(
      'uploadTemplates',
      { body: { file: { name: 'mine.csv', text: down.text } } },
      { token },
    );
    expect(up.status).toBe(200);
    expect(up.body.templates).toMatchObject([{ name: '=cmd|calc', loanType: 'SBA_504' }]);
    expect((await download(up.body.templates[0]!.id)).text).toBe(down.text);
  });

  test('of several templates is one file; of all, too; blank is its first line', async () => {
    const [one, two] = [await make({ name: 'One' }), await make({ name: 'Two' })];
    await add(one.id, file('A'));
    const { text } = await download(`${two.id},${one.id}`);
    expect(text.split('\r\n').filter(Boolean)).toHaveLength(3);
    const up = await server.call(
      'uploadTemplates',
      { body: { file: { name: 'x.csv', text } } },
      { token },
    );
    expect(up.body.templates.map(({ name }) => name)).toEqual(['Two', 'One']);
    const all = await server.call('downloadTemplateCsv', {}, { token: reader });
    expect(all.text).toContain('One');
    const blank = await server.call('downloadTemplateCsv', { query: { blank: '' } }, { token });
    expect(blank.text.split('\r\n').filter(Boolean)).toHaveLength(1);
  });

  test('with a wrong row makes nothing; a form only where a call takes one', async () => {
    const text = 'name,level,kind,title\nWrong,1,FOLDER,Fine\nWrong,7,DOCUMENT,Deep\n';
    const answer = await server.call(
      'uploadTemplates',
      { body: { file: { name: 'x.csv', text } } },
      { token },
    );
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ fieldErrors: { 'line 3': expect.any(String) } });
    const { body } = await server.call('listTemplates', {}, { token });
    expect(body.templates.LOAN.map(({ name }) => name)).not.toContain('Wrong');
    const elsewhere = await server.app.inject({
      method: 'POST',
      url: '/api/v2/templates',
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
      payload: '--x\r\ncontent-disposition: form-data; name="name"\r\n\r\nSneaked\r\n--x--\r\n',
      cookies: { 'cairn-session': token },
    });
    expect(elsewhere.statusCode).toBe(400);
  });

  test('is taken out of a form only for a caller who may send one', async () => {
    const borrower = await server.given.session(await server.given.account(), {
      roleLevel: 'BORROWER',
    });
    const send = (cookies: Record<string, string>) =>
      server.app.inject({
        method: 'POST',
        url: '/api/v2/templates/upload',
        headers: { 'content-type': 'multipart/form-data; boundary=x' },
        payload: 'no form at all',
        cookies,
      });
    expect((await send({})).statusCode).toBe(401);
    expect((await send({ 'cairn-session': borrower })).statusCode).toBe(403);
    expect((await send({ 'cairn-session': token })).statusCode).toBe(400);
  });
});

describe('the trash', () => {
  const remove = (ids: string[], permanently = false) =>
    server.call('deleteTemplates', { body: { ids, permanently } }, { token });
  const listIds = async (status: 'ACTIVE' | 'TRASHED') =>
    Object.values(
      (await server.call('listTemplates', { query: { status } }, { token })).body.templates,
    )
      .flat()
      .map(({ id }) => id);

  test('takes a template first, and gives it back', async () => {
    const { id } = await make();
    expect((await remove([id], true)).status).toBe(400);
    expect((await remove([id])).body.deleted).toEqual([id]);
    expect(await listIds('ACTIVE')).not.toContain(id);
    expect(await listIds('TRASHED')).toContain(id);
    const { template } = await elementsOf(id);
    const restored = await server.call(
      'updateTemplate',
      { body: { id, revision: template.revision, restore: true } },
      { token },
    );
    expect(restored.body.whenDeleted).toBeNull();
    expect(await listIds('ACTIVE')).toContain(id);
  });

  test('keeps a template from which a loan was made', async () => {
    const { id } = await make();
    await add(id, file('A'));
    await publish(id);
    const loan = await server.given.loan(await server.given.phase(company));
    await server.owner.query(
      'update cairn.loan set template_id = $1, template_version = 1 where id = $2',
      [id, loan.id],
    );
    await remove([id]);
    expect((await remove([id], true)).body).toMatchObject({ code: 'TEMPLATE_IN_USE' });
    await server.owner.query('update cairn.loan set template_id = null, template_version = null');
    expect((await remove([id], true)).status).toBe(200);
    expect((await server.call('listTemplateElements', { params: { id } }, { token })).status).toBe(
      404,
    );
    const rows = await server.owner.query(
      'select from cairn.template_element where template_id = $1',
      [id],
    );
    expect(rows.rowCount).toBe(0);
  });

  test('takes all or none, also by ids in the query', async () => {
    const { id } = await make();
    expect((await remove([id, randomUUID()])).status).toBe(404);
    expect(await listIds('ACTIVE')).toContain(id);
    const byQuery = await server.call(
      'deleteTemplates',
      { query: { id: [id] }, body: {} },
      { token },
    );
    expect(byQuery.body.deleted).toEqual([id]);
  });
});
