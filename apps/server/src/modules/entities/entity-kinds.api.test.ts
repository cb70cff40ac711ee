import { startTestServer, type TestServer } from '@cairn/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

test('an entity on a loan is a person, a business, a trust, or collateral: real estate, equipment, a bank asset or another [R007]', async () => {
  const { given, call } = server;
  const company = await given.company();
  const loan = await given.loan(await given.phase(company));
  const as = await given.colleague(company, 'OWNER');
  const kinds = {
    INDIVIDUAL: { givenName: 'Elena', familyName: 'Marsh' },
    COMPANY: { legalName: 'Larkspur Bakery LLC', entityType: 'LLC' },
    TRUST: { trustName: 'Marsh Family Trust' },
    REAL_ESTATE_ASSET: { title: 'Mill Road', street: '12 Mill Road', city: 'Bend', state: 'OR' },
    EQUIPMENT_ASSET: { title: 'Deck oven' },
    BANK_ASSET: { title: 'Savings', institution: 'First Bank' },
    OTHER_ASSET: { title: 'Sourdough recipe' },
  } as const;
  for (const [type, information] of Object.entries(kinds)) {
    const asset = { loanId: loan.id, type: type as 'BANK_ASSET', information };
    const body = { loanId: loan.id, type: type as keyof typeof kinds, entity: { information } };
    const created = type.endsWith('_ASSET')
      ? await call('createAsset', { body: asset }, as)
      : await call('createEntity', { body }, as);
    expect(created.status, created.text).toBe(200);
  }
  const { body } = await call('listLoanEntities', { params: { id: loan.id } }, as);
  expect(body.loanEntities.map(({ sherpaEntityType, name }) => [sherpaEntityType, name])).toEqual([
    ['INDIVIDUAL', 'Elena Marsh'],
    ['COMPANY', 'Larkspur Bakery LLC'],
    ['TRUST', 'Marsh Family Trust'],
    ['REAL_ESTATE_ASSET', 'Mill Road'],
    ['EQUIPMENT_ASSET', 'Deck oven'],
    ['BANK_ASSET', 'Savings'],
    ['OTHER_ASSET', 'Sourdough recipe'],
  ]);
});
