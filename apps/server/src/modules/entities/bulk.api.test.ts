import {
  everythingStored,
  startTestServer,
  type Account,
  type Company,
  type Phase,
  type TestServer,
} from '@cairn/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

let server: TestServer;
let company: Company;
let phase: Phase;
let owner: Account;
let token: string;

beforeAll(async () => {
  server = await startTestServer();
  company = await server.given.company();
  phase = await server.given.phase(company);
  owner = await server.given.employee(company, { level: 'OWNER' });
  token = await server.given.session(owner, { roleLevel: 'LENDER', company });
});
afterAll(() => server.stop());

const as = () => ({ token });

describe('many at once', () => {
  const rows = (count: number) =>
    Array.from({ length: count }, (_, number) => ({
      type: 'COMPANY' as const,
      information: { legalName: `Company ${number}`, entityType: 'LLC' },
    }));

  test('a hundred are created in one call, each with its folder', async () => {
    const { given, call } = server;
    const loan = await given.loan(phase);
    const { status, body } = await call(
      'bulkCreateEntity',
      { params: { loanId: loan.id }, body: rows(100) },
      as(),
    );
    expect(status).toBe(200);
    expect(body.loanEntities.map(({ name }) => name)).toEqual(
      rows(100).map(({ information }) => information.legalName),
    );
    expect(new Set(body.loanEntities.map(({ folderId }) => folderId)).size).toBe(100);
  });

  test('one foreign id among a hundred refuses the call, and nothing changes', async () => {
    const { given, call } = server;
    const loan = await given.loan(phase);
    const mine = await given.entity(await given.loan(phase));
    const foreign = await given.entity(await given.loan(await given.phase(await given.company())));
    const before = await everythingStored(server);
    for (const entityId of [foreign.id, '01890000-0000-7000-8000-000000000000']) {
      const body = [
        ...rows(98),
        { type: 'COMPANY' as const, entityId: mine.id },
        { type: 'COMPANY' as const, entityId },
      ];
      const refused = await call('bulkCreateEntity', { params: { loanId: loan.id }, body }, as());
      expect(refused.status).toBe(404);
      expect(refused.body).toMatchObject({ code: 'NOT_FOUND' });
    }
    expect(await everythingStored(server)).toBe(before);
  });

  test('one foreign or stale row among a hundred updates refuses them all', async () => {
    const { given, call } = server;
    const loan = await given.loan(phase);
    const { body: created } = await call(
      'bulkCreateEntity',
      { params: { loanId: loan.id }, body: rows(99) },
      as(),
    );
    const foreign = await given.entity(await given.loan(await given.phase(await given.company())));
    const elsewhere = await given.entity(await given.loan(phase));
    const changes = created.loanEntities.map(({ entityId }, number) => ({
      entityId,
      version: 1,
      labels: ['GUARANTOR' as const],
      information: { city: `City ${number}` },
    }));
    const before = await everythingStored(server);
    const putChanges = (body: { entityId: string; version: number }[]) =>
      call('bulkUpdateEntity', { params: { loanId: loan.id }, body }, as());
    for (const { id } of [foreign, elsewhere]) {
      expect((await putChanges([...changes, { entityId: id, version: 1 }])).status).toBe(404);
    }
    const stale = await putChanges(
      changes.map((change, index) => (index === 7 ? { ...change, version: 2 } : change)),
    );
    expect(stale.status).toBe(409);
    expect(stale.body).toMatchObject({ fieldErrors: { 7: expect.any(String) } });
    const wrong = await putChanges(
      changes.map((change, index) =>
        index === 3 ? { ...change, information: { taxId: 'x' } } : change,
      ),
    );
    expect(wrong.body).toMatchObject({
      fieldErrors: { '3.information.taxId': 'Enter an EIN, like 12-3456789' },
    });
    expect(await everythingStored(server)).toBe(before);

    const saved = await putChanges(changes);
    expect(saved.status).toBe(200);
    expect(saved.body.loanEntities[41]).toMatchObject({
      version: 2,
      labels: ['GUARANTOR'],
      information: { city: 'City 41' },
    });
  });

  test('two who add at once to an empty package make one package', async () => {
    const { given, call } = server;
    const loan = await given.loan(phase);
    await Promise.all(
      Array.from({ length: 6 }, () =>
        call('bulkCreateEntity', { params: { loanId: loan.id }, body: rows(3) }, as()),
      ),
    );
    const { body } = await call('listElements', { params: { id: loan.id } }, as());
    expect(body.elements.filter(({ parentId }) => parentId === null)).toHaveLength(1);
    expect(body.elements).toHaveLength(19);
  });
});
