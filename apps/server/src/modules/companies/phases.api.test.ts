import type { PhaseCategory } from '@cairn/contract';
import { startTestServer, until, Ear, type Company, type TestServer } from '@cairn/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

let server: TestServer;
let company: Company;
let owner: string;
let employee: string;
let admin: string;

beforeAll(async () => {
  server = await startTestServer();
  await server.app.listen({ port: 0 });
  const account = await server.given.account({ platformAdmin: true });
  admin = await server.given.session(account, { roleLevel: 'ADMIN' });
});
beforeEach(async () => {
  company = await server.given.company();
  const sessionOf = async (level: 'OWNER' | 'EMPLOYEE') =>
    server.given.session(await server.given.employee(company, { level }), {
      roleLevel: 'LENDER',
      company,
    });
  owner = await sessionOf('OWNER');
  employee = await sessionOf('EMPLOYEE');
});
afterAll(() => server.stop());

interface SentPhase {
  id?: string;
  name?: string;
  category?: PhaseCategory;
  displayOrder?: number;
  lenderId?: string;
  servicing?: boolean;
}
const save = (phases: SentPhase[], token = owner) =>
  server.call(
    'savePhases',
    { body: phases.map((phase) => ({ lenderId: company.id, ...phase })) },
    { token },
  );
const remove = (ids: string[], token = owner) =>
  server.call('deletePhases', { body: ids.map((id) => ({ id })) }, { token });
const list = async (token = owner) =>
  (await server.call('listPhases', { params: { companyId: company.id } }, { token })).body.phases;
const names = async (category = 'ORIGINATION') =>
  (await list()).filter((phase) => phase.category === category).map(({ name }) => name);
const three = async () => {
  await save(['A', 'B', 'C'].map((name) => ({ name, category: 'ORIGINATION' })));
  return Object.fromEntries((await list()).map(({ name, id }) => [name, id])) as Record<
    'A' | 'B' | 'C',
    string
  >;
};

describe('phases', () => {
  test('of the portfolio are in Servicing by their name or by a flag, which they lose with the portfolio [R004]', async () => {
    await save([
      { name: 'Loan Servicing', category: 'PORTFOLIO' },
      { name: 'Monitoring', category: 'PORTFOLIO', servicing: true },
      { name: 'Closed', category: 'PORTFOLIO' },
      { name: 'Servicing transfer', category: 'LEAD', servicing: true },
    ]);
    const inServicing = async () =>
      (await list()).filter(({ servicing }) => servicing).map(({ name }) => name);
    expect(await inServicing()).toEqual(['Loan Servicing', 'Monitoring']);
    const idOf = async (name: string) => (await list()).find((phase) => phase.name === name)!.id;
    const [monitoring, closed] = [await idOf('Monitoring'), await idOf('Closed')];
    await save([{ id: closed, servicing: true }]);
    await save([{ id: monitoring, name: 'Watch list' }]);
    expect(await inServicing()).toEqual(['Loan Servicing', 'Watch list', 'Closed']);
    await save([{ id: monitoring, category: 'ARCHIVE' }]);
    await save([{ id: monitoring, category: 'PORTFOLIO' }]);
    await save([{ id: closed, servicing: false }]);
    expect(await inServicing()).toEqual(['Loan Servicing']);
  });

  test('a company without any has an empty list; new ones come last [R125]', async () => {
    expect(await list()).toEqual([]);
    const { body } = await save([
      { name: ' Inquiry ', category: 'LEAD' },
      { name: 'Application', category: 'ORIGINATION' },
      { name: 'Intake', category: 'LEAD', displayOrder: 1 },
    ]);
    expect(body.phases).toEqual(await list());
    expect(body.phases).toMatchObject([
      { name: 'Intake', category: 'LEAD', displayOrder: 1, lenderId: company.id, loanCount: 0 },
      { name: 'Inquiry', category: 'LEAD', displayOrder: 2 },
      { name: 'Application', category: 'ORIGINATION', displayOrder: 1 },
    ]);
  });

  test('are renamed, moved and recategorised, with what is in them', async () => {
    const { A, B, C } = await three();
    const loan = await server.given.loan({
      companyId: company.id,
      id: C,
      name: 'C',
      category: 'ORIGINATION',
    });
    await save([
      { id: C, displayOrder: 1 },
      { id: A, name: 'First look' },
    ]);
    expect(await names()).toEqual(['C', 'First look', 'B']);
    await save([
      { name: 'Funded', category: 'PORTFOLIO' },
      { name: 'Servicing', category: 'PORTFOLIO' },
    ]);
    await save([{ id: C, category: 'PORTFOLIO' }]);
    expect(await names()).toEqual(['First look', 'B']);
    expect(await names('PORTFOLIO')).toEqual(['Funded', 'Servicing', 'C']);
    const { rows } = await server.owner.query(
      'select phase_category from cairn.loan where id = $1',
      [loan.id],
    );
    expect(rows).toEqual([{ phase_category: 'PORTFOLIO' }]);
    expect((await list()).find(({ id }) => id === B)?.displayOrder).toBe(2);
  });

  test('need a name and a category, not too long a name [R265] [R266]', async () => {
    const answer = await save([{ category: 'LEAD' }, { name: 'x'.repeat(256) }, { name: ' ' }]);
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({
      fieldErrors: {
        '0.name': 'Required',
        '1.name': 'Must be at most 255 characters',
        '2.name': 'Required',
      },
    });
    expect((await save([])).status).toBe(400);
    expect((await save([{ name: 'No category' }])).status).toBe(400);
    expect(await list()).toEqual([]);
  });

  test('one that is foreign or gone among several refuses them all', async () => {
    const { A, B } = await three();
    const stranger = await server.given.phase(await server.given.company());
    const before = await list();
    for (const id of [stranger.id, '01890000-0000-7000-8000-000000000000']) {
      const saved = await save([
        { id: A, name: 'Changed' },
        { id, name: 'Changed' },
      ]);
      expect([saved.status, (await remove([B, id])).status]).toEqual([404, 404]);
    }
    const elsewhere = { id: A, lenderId: stranger.companyId };
    expect((await save([elsewhere, { id: B }])).status).toBe(400);
    expect((await save([elsewhere])).status).toBe(404);
    expect((await save([{ id: A }, { id: A }])).status).toBe(400);
    expect((await remove([])).status).toBe(400);
    expect(await list()).toEqual(before);
  });

  test('leave the archive with their loans only if the company’s plan has room for them', async () => {
    const archive = await server.given.phase(company, { category: 'ARCHIVE' });
    for (let loan = 0; loan < 2; loan += 1) await server.given.loan(archive);
    const limit = (most: number) =>
      server.owner.query('update cairn.company set plan_max_active_loans = $2 where id = $1', [
        company.id,
        most,
      ]);
    const reopen = () => save([{ id: archive.id, category: 'ORIGINATION' }]);
    await limit(1);
    expect((await reopen()).body).toMatchObject({ code: 'LOAN_PLAN_FULL' });
    await limit(2);
    expect((await reopen()).status).toBe(200);
  });

  test('are an owner’s and an administrator’s to change, an employee’s to read', async () => {
    const { A } = await three();
    expect((await save([{ id: A, name: 'Mine' }], employee)).body).toMatchObject({
      code: 'UNAUTHORIZED',
    });
    expect((await remove([A], employee)).status).toBe(403);
    expect((await list(employee)).map(({ name }) => name)).toEqual(['A', 'B', 'C']);
    expect((await save([{ id: A, name: 'Theirs' }], admin)).status).toBe(200);
    expect(await names()).toEqual(['Theirs', 'B', 'C']);
  });

  test('a demoted owner changes nothing from that moment on', async () => {
    const { A } = await three();
    await server.owner.query(`update cairn.employee set level = 'EMPLOYEE' where company_id = $1`, [
      company.id,
    ]);
    expect((await save([{ id: A, name: 'Late' }])).status).toBe(403);
  });
});

describe('removing phases', () => {
  test('closes the gap; the whole phase may be sent, or ids in the query [R125]', async () => {
    const { A } = await three();
    const [, b] = await list();
    const asRead = await server.call('deletePhases', { body: [b!] }, { token: owner });
    expect(asRead.body.phases.map(({ name, displayOrder }) => [name, displayOrder])).toEqual([
      ['A', 1],
      ['C', 2],
    ]);
    const byQuery = await server.call('deletePhases', { query: { id: A } }, { token: owner });
    expect(byQuery.body.phases.map(({ name }) => name)).toEqual(['C']);
  });

  test('one that holds loans stays, and so do the others that were sent', async () => {
    const { A, B } = await three();
    await server.given.loan({ companyId: company.id, id: A, name: 'A', category: 'ORIGINATION' });
    const answer = await remove([B, A]);
    expect(answer.status).toBe(409);
    expect(answer.body).toMatchObject({
      code: 'PHASE_IN_USE',
      message: 'This phase still holds loans. Move them to another phase first, then remove it.',
    });
    expect(await names()).toEqual(['A', 'B', 'C']);
  });

  test('a loan that comes in at the same moment wins', async () => {
    const { A } = await three();
    // As if the counter were outdated: then a constraint refuses.
    const client = await server.owner.connect();
    await client.query('begin');
    await client.query(`set local session_replication_role = replica`);
    await client.query(
      `insert into cairn.loan (company_id, id, short_code, name, loan_type, phase_id, phase_category)
       values ($1, $2, 'X-1', 'Late', 'SBA_7A', $2, 'ORIGINATION')`,
      [company.id, A],
    );
    await client.query('commit');
    client.release();
    expect((await remove([A])).body).toMatchObject({ code: 'PHASE_IN_USE' });
  });
});

describe('several people at once', () => {
  test('never leave two phases in one place, nor lose one', async () => {
    const ids = Object.values(await three());
    for (let round = 0; round < 8; round += 1) {
      const answers = await Promise.all([
        save([{ id: ids[0]!, displayOrder: 3 }]),
        save([{ id: ids[2]!, displayOrder: 1 }], admin),
        save(ids.toReversed().map((id, index) => ({ id, displayOrder: index + 1 }))),
        save([{ name: `New ${round}`, category: 'ORIGINATION', displayOrder: 2 }]),
        save([{ id: ids[1]!, name: `Renamed ${round}` }], admin),
      ]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    }
    const phases = await list();
    expect(phases.map(({ displayOrder }) => displayOrder)).toEqual(phases.map((_, at) => at + 1));
    expect(phases).toHaveLength(3 + 8);
    // An order that was sent without knowing of the rename does not undo it.
    expect(phases.find(({ id }) => id === ids[1])?.name).toBe('Renamed 7');
  });

  test('one removes what another moves: it is gone, or the move came first', async () => {
    const { A, B } = await three();
    const [moved, removed] = await Promise.all([
      save([{ id: A, displayOrder: 3 }]),
      remove([A], admin),
    ]);
    expect(removed.status).toBe(200);
    expect([200, 404]).toContain(moved.status);
    expect((await list()).map(({ id, displayOrder }) => [id, displayOrder])[0]).toEqual([B, 1]);
  });

  test('a repetition under the same key adds nothing', async () => {
    const key = { 'idempotency-key': crypto.randomUUID() };
    const body = [{ lenderId: company.id, name: 'Once', category: 'LEAD' as const }];
    const twice = await Promise.all(
      [1, 2].map(() => server.call('savePhases', { body }, { token: owner, headers: key })),
    );
    expect(twice[0]!.text).toBe(twice[1]!.text);
    expect(await names('LEAD')).toEqual(['Once']);
  });

  test('a colleague’s open page hears of it, another company’s does not', async () => {
    const other = await server.given.company();
    const stranger = await server.given.session(await server.given.employee(other), {
      roleLevel: 'LENDER',
      company: other,
    });
    const [colleague, outsider] = await Promise.all([
      Ear.listen(server, employee),
      Ear.listen(server, stranger),
    ]);
    await save([{ name: 'Heard', category: 'LEAD' }]);
    const notice = await until(async () =>
      colleague.heard.find(({ data }) => data.kind === 'phases.changed'),
    );
    expect(notice.data.changes).toContain('phase');
    expect(outsider.heard.some(({ data }) => data.kind === 'phases.changed')).toBe(false);
    colleague.close();
    outsider.close();
  });
});
