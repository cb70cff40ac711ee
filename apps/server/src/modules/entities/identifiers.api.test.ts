import { randomUUID } from 'node:crypto';
import {
  everythingStored,
  startTestServer,
  type Account,
  type Company,
  type Loan,
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

const bakery = { legalName: 'Larkspur Bakery LLC', entityType: 'LLC' };
const as = () => ({ token });

async function createOn(loan: Loan, information: Record<string, string> = bakery) {
  const { status, body } = await server.call(
    'createBusiness',
    { body: { loanId: loan.id, information } },
    as(),
  );
  expect(status).toBe(200);
  return body;
}

describe('identifiers', () => {
  test('are stored sealed, never logged, and open only for their own row', async () => {
    const { given, call, logged, owner: database } = server;
    const loan = await given.loan(phase);
    const taxId = '98-7654321';
    const created = await createOn(loan, { ...bakery, taxId });
    const account = '4417123456789113';
    await call(
      'createBankAsset',
      {
        body: {
          loanId: loan.id,
          information: { title: 'Operating', institution: 'First', accountNumber: account },
        },
      },
      { token, headers: { 'idempotency-key': randomUUID() } },
    );
    await call(
      'updateBusiness',
      {
        params: { id: created.entityId },
        body: { version: 1, information: { taxId: '98-7654320' } },
      },
      { token, headers: { 'idempotency-key': randomUUID() } },
    );
    const key = randomUUID();
    for (let attempt = 0; attempt < 2; attempt += 1) {
      const revealed = await call(
        'revealIdentifier',
        { params: { id: created.entityId }, body: { field: 'taxId', loanId: loan.id } },
        { token, headers: { 'idempotency-key': key } },
      );
      expect(revealed.body).toEqual({ field: 'taxId', value: '98-7654320' });
    }
    const storedText = await everythingStored(server);
    for (const secret of [taxId, '98-7654320', account, '987654321', '987654320']) {
      expect(storedText).not.toContain(secret);
      expect(storedText).not.toContain(Buffer.from(secret).toString('hex'));
      expect(logged.join('\n')).not.toContain(secret);
    }

    // Requested twice under one key: recorded twice.
    const { rows } = await database.query(
      `select actor_id, detail from cairn.audit_entry
       where loan_id = $1 and kind = 'identifier.revealed'`,
      [loan.id],
    );
    const entry = {
      actor_id: owner.id,
      detail: { entityId: created.entityId, field: 'taxId', version: 2 },
    };
    expect(rows).toEqual([entry, entry]);

    // It does not open when it is copied into another entity's row.
    const other = await createOn(loan, { ...bakery, legalName: 'Thief', taxId: '11-1111111' });
    await database.query(
      `update cairn.entity_information set sealed = (select sealed from cairn.entity_information
         where entity_id = $1 and version = 2) where entity_id = $2`,
      [created.entityId, other.entityId],
    );
    const stolen = await call('getBusiness', { params: { id: other.entityId } }, as());
    expect(stolen.status).toBe(500);
    await database.query('delete from cairn.loan_entity where entity_id = $1', [other.entityId]);
  });

  test('of people are sealed too: no number and no birth date is stored, or in the reply of another call', async () => {
    const { given, call } = server;
    const loan = await given.loan(phase);
    const secrets = { ssn: '900-12-7788', birthDate: '1984-03-05' };
    const information = { givenName: 'Nora', familyName: 'Larkspur', ...secrets };
    const body = { loanId: loan.id, type: 'INDIVIDUAL' as const, entity: { information } };
    const created = await call('createEntity', { body }, as());
    const id = created.body.entityId;
    const changed = { version: 1, information: { city: 'Bend' } };
    const replies = [
      created,
      await call('updateIndividual', { params: { id }, body: changed }, as()),
      await call('listLoanEntities', { params: { id: loan.id } }, as()),
      await call('getInformationHistory', { params: { id } }, as()),
    ];
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const storedText = await everythingStored(server);
    for (const secret of [...Object.values(secrets), '900127788']) {
      expect(storedText).not.toContain(secret);
      for (const { text } of replies) expect(text).not.toContain(secret);
    }
  });

  test('are never shown without an audit entry, also when an Idempotency-Key is sent again', async () => {
    const loan = await server.given.loan(phase);
    const { entityId: id } = await createOn(loan, { ...bakery, taxId: '55-0000001' });
    const headers = { 'idempotency-key': randomUUID() };
    const reveal = () =>
      server.call(
        'revealIdentifier',
        { params: { id }, body: { field: 'taxId', loanId: loan.id } },
        { token, headers },
      );
    const versions = async () => {
      const { rows } = await server.owner.query<{ version: number }>(
        `select (detail ->> 'version')::int as version from cairn.audit_entry
         where loan_id = $1 and kind = 'identifier.revealed' order by position`,
        [loan.id],
      );
      return rows.map((row) => row.version);
    };
    expect((await reveal()).body.value).toBe('55-0000001');
    expect(await versions()).toEqual([1]);
    await server.call(
      'updateBusiness',
      { params: { id }, body: { version: 1, information: { taxId: '55-0000002' } } },
      as(),
    );
    expect((await reveal()).body.value).toBe('55-0000002');
    expect(await versions()).toEqual([1, 2]);
  });

  test('a company has a key of its own; a new generation seals what comes, the old one still opens', async () => {
    const { given, call, owner: database, config } = server;
    const loan = await given.loan(phase);
    const created = await createOn(loan, { ...bakery, taxId: '10-0000001' });
    const { wrappedKey } = await import('../../platform/company-keys.ts');
    const { rows } = await database.query<{ next: number }>(
      'select max(generation) + 1 as next from cairn.company_key where company_id = $1',
      [company.id],
    );
    const { next } = rows[0]!;
    const row = wrappedKey(config.secretKey, company.id, next);
    await database.query(
      'insert into cairn.company_key (company_id, generation, wrapped, master) values ($1, $2, $3, $4)',
      [company.id, next, row.wrapped, row.master],
    );
    const later = await createOn(loan, { ...bakery, taxId: '10-0000002' });
    const reveal = (id: string) =>
      call('revealIdentifier', { params: { id }, body: { field: 'taxId' } }, as());
    expect((await reveal(created.entityId)).body.value).toBe('10-0000001');
    expect((await reveal(later.entityId)).body.value).toBe('10-0000002');
    const { rows: used } = await database.query(
      'select key_generation from cairn.entity_information where entity_id = $1',
      [later.entityId],
    );
    expect(used).toEqual([{ key_generation: next }]);
    expect(row.wrapped.includes(Buffer.from('10-0000002'))).toBe(false);
  });

  test('the lead borrower and the platform’s administrators see that there is one, and no digit', async () => {
    const { given, call } = server;
    const loan = await given.loan(phase);
    const created = await createOn(loan, { ...bakery, taxId: '12-3456789' });
    const lead = await given.account();
    await given.role(loan, lead, 'LEAD_BORROWER');
    const admin = await given.account({ platformAdmin: true });
    for (const session of [
      await given.session(lead, { roleLevel: 'BORROWER' }),
      await given.session(admin, { roleLevel: 'ADMIN' }),
    ]) {
      const { body } = await call(
        'listLoanEntities',
        { params: { id: loan.id } },
        { token: session },
      );
      expect(body.loanEntities[0]!.masked).toEqual({ taxId: '••••' });
      const reply = await call(
        'revealIdentifier',
        { params: { id: created.entityId }, body: { field: 'taxId' } },
        { token: session },
      );
      expect(reply.status).toBe(403);
      expect(reply.text).not.toContain('3456789');
    }
  });

  test('a missing identifier cannot be revealed', async () => {
    const created = await createOn(await server.given.loan(phase));
    for (const field of ['taxId', 'legalName', 'toString', '__proto__']) {
      const { status } = await server.call(
        'revealIdentifier',
        { params: { id: created.entityId }, body: { field } },
        as(),
      );
      expect(status).toBe(404);
    }
  });
});

describe('information', () => {
  const update = (id: string, version: number, information: Record<string, string | null>) =>
    server.call('updateBusiness', { params: { id }, body: { version, information } }, as());

  test('has a history: who, when, what; an older version can be looked at and restored', async () => {
    const { call } = server;
    const created = await createOn(await server.given.loan(phase), {
      ...bakery,
      taxId: '12-3456789',
    });
    const id = created.entityId;
    await update(id, 1, { city: 'Bend', taxId: '12-3456780' });
    await update(id, 2, { city: null, tradeName: 'Larkspur' });

    const history = await call('getInformationHistory', { params: { id } }, as());
    expect(history.body.versions).toMatchObject([
      { version: 3, changed: ['tradeName', 'city'], by: { id: owner.id } },
      { version: 2, changed: ['taxId', 'city'], masked: { taxId: '••-•••6780' } },
      { version: 1, changed: ['legalName', 'entityType', 'taxId'], information: bakery },
    ]);
    expect(history.body.nextBefore).toBeNull();

    const restored = await call(
      'restoreInformation',
      { params: { id }, body: { version: 3, from: 1 } },
      as(),
    );
    expect(restored.body).toMatchObject({
      version: 4,
      information: bakery,
      masked: { taxId: '••-•••6789' },
    });
    const after = await call('getInformationHistory', { params: { id } }, as());
    expect(after.body.versions[0]).toMatchObject({
      version: 4,
      restoredFrom: 1,
      changed: ['tradeName', 'taxId'],
    });
  });

  test('omitted fields stay, null deletes, and a change without effect makes no version', async () => {
    const created = await createOn(await server.given.loan(phase), { ...bakery, city: 'Bend' });
    const same = await update(created.entityId, 1, { city: 'Bend' });
    expect(same.body).toMatchObject({ version: 1, information: { ...bakery, city: 'Bend' } });
    const less = await update(created.entityId, 1, { city: null });
    expect(less.body).toMatchObject({ version: 2, information: bakery });
    expect(less.body.information).not.toHaveProperty('city');
  });

  test('of two who edit the same version, one is kept and the other told', async () => {
    const created = await createOn(await server.given.loan(phase));
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, number) =>
        update(created.entityId, 1, { tradeName: `Name ${number}` }),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
      200, 409, 409, 409, 409, 409, 409, 409,
    ]);
    expect(answers.find(({ status }) => status === 409)!.body).toMatchObject({
      code: 'CONFLICT',
      message: 'Someone else just changed this. Refresh and try again.',
    });
    const history = await server.call(
      'getInformationHistory',
      { params: { id: created.entityId } },
      as(),
    );
    expect(history.body.versions).toHaveLength(2);
  });

  test('names what changed in the audit entry, never to what', async () => {
    const loan = await server.given.loan(phase);
    const created = await createOn(loan);
    await update(created.entityId, 1, { street: '418 Orchard Street', taxId: '12-3456789' });
    const { rows } = await server.owner.query(
      `select kind, detail from cairn.audit_entry where loan_id = $1 order by position`,
      [loan.id],
    );
    expect(rows).toEqual([
      { kind: 'entity.added', detail: { entityIds: [created.entityId] } },
      {
        kind: 'entity.changed',
        detail: { entityId: created.entityId, fields: ['taxId', 'street'] },
      },
    ]);
  });
});
