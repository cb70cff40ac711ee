import {
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

const as = () => ({ token });

describe('owners', () => {
  const setOwners = (id: string, version: number, owners: object[]) =>
    server.call('setOwners', { params: { id }, body: { version, owners } as never }, as());

  test('of 20 % or more should guarantee an SBA loan: suggested with its reason, never done', async () => {
    const { given, call } = server;
    const loan = await given.loan(phase, { loanType: 'SBA_7A' });
    const shop = await given.entity(loan, { name: 'Larkspur', labels: ['APPLICANT'] });
    const elena = await given.entity(loan, { name: 'Elena Marsh', kind: 'INDIVIDUAL' });
    const trust = await given.entity(loan, {
      name: 'Marsh Trust',
      kind: 'TRUST',
      labels: ['GUARANTOR'],
    });
    const small = await given.entity(await given.loan(phase), {
      name: 'Small',
      kind: 'INDIVIDUAL',
    });
    const set = await setOwners(shop.id, 0, [
      { ownerId: elena.id, share: 55.01, asOf: '2026-09-30' },
      { ownerId: trust.id, share: 25 },
      { ownerId: small.id, share: 19.99 },
    ]);
    expect(set.body.owners.map(({ ownerName, share }) => [ownerName, share])).toEqual([
      ['Elena Marsh', 55.01],
      ['Marsh Trust', 25],
      ['Small', 19.99],
    ]);

    const { body } = await call('listLoanEntities', { params: { id: loan.id } }, as());
    expect(body.suggestions).toEqual([
      {
        ruleId: expect.any(String),
        entityId: elena.id,
        entityName: 'Elena Marsh',
        ownedId: shop.id,
        ownedName: 'Larkspur',
        share: 55.01,
        threshold: 20,
        onLoan: true,
        reason: 'Holders of at least 20 % generally must guarantee an SBA loan.',
        source: expect.stringContaining('13 CFR 120.160(a)'),
        effectiveFrom: '1996-03-01',
      },
    ]);
    expect(body.rules).toMatchObject([{ threshold: 20, effectiveFrom: '1996-03-01' }]);
    expect(body.loanEntities.find(({ name }) => name === 'Elena Marsh')!.labels).toEqual([]);

    await call(
      'labelEntity',
      { body: { loanId: loan.id, loanEntityId: elena.loanEntityId, labels: ['GUARANTOR'] } },
      as(),
    );
    const after = await call('listLoanEntities', { params: { id: loan.id } }, as());
    expect(after.body.suggestions).toEqual([]);
  });

  test('no suggestion on a conventional loan, nor by a rule that no longer holds', async () => {
    const { given, call, owner: database } = server;
    const shopOn = async (loan: Loan) => {
      const shop = await given.entity(loan, { labels: ['APPLICANT'] });
      await given.owner(shop, await given.entity(loan, { kind: 'INDIVIDUAL' }), 100);
      const { body } = await call('listLoanEntities', { params: { id: loan.id } }, as());
      return body.suggestions.length;
    };
    expect(await shopOn(await given.loan(phase, { loanType: 'CONVENTIONAL_CI' }))).toBe(0);
    const sba = await given.loan(phase, { loanType: 'SBA_504' });
    expect(await shopOn(sba)).toBe(1);
    await database.query(`update cairn.guarantee_rule set effective_to = current_date`);
    try {
      expect(await shopOn(await given.loan(phase, { loanType: 'SBA_504' }))).toBe(0);
    } finally {
      await database.query(`update cairn.guarantee_rule set effective_to = null`);
    }
  });

  test('never more than the whole, nor in a cycle, nor collateral, nor a stranger', async () => {
    const { given } = server;
    const loan = await given.loan(phase);
    const [one, two] = [await given.entity(loan), await given.entity(loan)];
    const house = await given.entity(loan, { kind: 'REAL_ESTATE_ASSET' });
    const foreign = await given.entity(await given.loan(await given.phase(await given.company())));
    expect((await setOwners(one.id, 0, [{ ownerId: two.id, share: 50 }])).status).toBe(200);
    const refused = await setOwners(two.id, 0, [{ ownerId: one.id, share: 10 }]);
    expect(refused.body).toMatchObject({
      fieldErrors: { owners: 'An entity can’t own part of itself' },
    });
    expect((await setOwners(two.id, 0, [{ ownerId: house.id, share: 10 }])).status).toBe(400);
    expect((await setOwners(two.id, 0, [{ ownerId: foreign.id, share: 10 }])).status).toBe(404);
    const three = await given.entity(loan);
    const tooMuch = await setOwners(one.id, 1, [
      { ownerId: two.id, share: 50 },
      { ownerId: three.id, share: 50.01 },
    ]);
    expect(tooMuch.status).toBe(400);
    expect((await setOwners(one.id, 0, [])).status).toBe(409);
    const thirds = [33.33, 33.33, 33.34].map((share, index) => ({
      ownerId: [two, three, { id: '' }][index]!.id,
      share,
    }));
    const four = await given.entity(loan);
    thirds[2]!.ownerId = four.id;
    expect((await setOwners(one.id, 1, thirds)).status).toBe(200);
  });

  test('two concurrent calls that would close an ownership cycle cannot both succeed', async () => {
    const { given } = server;
    const loan = await given.loan(phase);
    const [one, two] = [await given.entity(loan), await given.entity(loan)];
    const answers = await Promise.all([
      setOwners(one.id, 0, [{ ownerId: two.id, share: 50 }]),
      setOwners(two.id, 0, [{ ownerId: one.id, share: 50 }]),
    ]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400]);
  });
});
