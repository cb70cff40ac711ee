/** Borrowers, guarantors and collateral of every loan of the demo. All numbers are invented. */
import type { Account, Entity, TestData, Loan } from '@cairn/testing/factories/test-data';
import type { EntityKind, EntityLabel, Information } from '@cairn/contract/entity-fields';
import type pg from 'pg';
import type { DemoLoan } from './demo-data.ts';

const OWNERS = [
  ['Avery', 'Holm'],
  ['Jordan', 'Castellanos'],
  ['Morgan', 'Adeyemi'],
  ['Riley', 'Nakamura'],
  ['Casey', 'Lindholm'],
  ['Quinn', 'Abara'],
  ['Rowan', 'Petrov'],
  ['Skyler', 'Dubois'],
] as const;
const STREETS = ['Orchard Street', 'Mill Road', 'Harbor Way', 'Cedar Avenue'] as const;
const TYPES = ['LLC', 'S_CORP', 'C_CORP', 'PARTNERSHIP'] as const;

const home = { city: 'Bend', state: 'OR', postalCode: '97702' };

type Add = (
  kind: EntityKind,
  name: string,
  information: Information,
  labels?: EntityLabel[],
  account?: Account,
) => Promise<Entity>;

/** Returns a function that adds an entity with its own folder in the package, like the product does. */
export async function entityAdder(given: TestData, client: pg.Client, loan: Loan): Promise<Add> {
  const { rows } = await client.query<{ id: string }>(
    'select id from cairn.element where loan_id = $1 and parent_id is null',
    [loan.id],
  );
  const root = { companyId: loan.companyId, loanId: loan.id, id: rows[0]!.id, title: 'Package' };
  return async (kind, name, information, labels = [], account) => {
    const folder = await given.element(loan, { title: name, storageType: 'FOLDER', parent: root });
    const entity = await given.entity(loan, {
      kind,
      name,
      information,
      labels,
      folder,
      ...(account && { account }),
    });
    await client.query(
      'update cairn.element set sherpa_entity_id = $1, sherpa_entity_type = $2 where id = $3',
      [entity.id, kind, folder.id],
    );
    return entity;
  };
}

export async function addDemoEntities(
  given: TestData,
  client: pg.Client,
  loan: Loan,
  plan: Pick<DemoLoan, 'name' | 'type'>,
  number: number,
  borrower?: Account,
): Promise<void> {
  const add = await entityAdder(given, client, loan);
  const digits = (count: number): string =>
    String(((number + 1) * 7_654_321) % 10 ** count).padStart(count, '0');

  const business = await add(
    'COMPANY',
    plan.name,
    {
      legalName: plan.name,
      entityType: TYPES[number % TYPES.length]!,
      taxId: `93-${digits(7)}`,
      formedOn: `20${String(5 + (number % 15)).padStart(2, '0')}-03-01`,
      stateOfFormation: 'OR',
      employees: 4 + ((number * 7) % 60),
      phone: '555-010-0199',
      street: `${100 + number} ${STREETS[number % STREETS.length]}`,
      ...home,
    },
    ['APPLICANT', 'PRIMARY_OPERATION_COMPANY'],
  );
  const [givenName, familyName] = borrower
    ? [borrower.givenName, borrower.familyName]
    : OWNERS[number % OWNERS.length]!;
  const first = await add(
    'INDIVIDUAL',
    `${givenName} ${familyName}`,
    {
      givenName,
      familyName,
      ssn: `9${digits(2)}-71-${digits(4)}`,
      birthDate: `19${60 + (number % 35)}-06-14`,
      citizenship: 'US_CITIZEN',
      creditTier: 'VERY_GOOD',
      street: `${20 + number} ${STREETS[(number + 1) % STREETS.length]}`,
      ...home,
    },
    ['GUARANTOR'],
    borrower,
  );
  // Every third loan has a second owner of more than 20 % who does not guarantee yet.
  const two = borrower !== undefined || number % 3 === 0;
  await given.owner(business, first, two ? 60 : 100, '2026-09-30');
  if (two) {
    const second = await add('INDIVIDUAL', borrower ? 'Jonas Marsh' : `Drew ${familyName}`, {
      givenName: borrower ? 'Jonas' : 'Drew',
      familyName,
      ssn: `9${digits(2)}-72-${digits(4)}`,
      ...home,
    });
    await given.owner(business, second, 25, '2026-09-30');
  }
  if (borrower) {
    await add(
      'TRUST',
      'Marsh Family Trust',
      {
        trustName: 'Marsh Family Trust',
        trustType: 'REVOCABLE',
        trustees: 'Elena and Jonas Marsh',
      },
      ['EPC'],
    );
    await add('REAL_ESTATE_ASSET', '418 Orchard Street', {
      title: '418 Orchard Street',
      propertyType: 'RETAIL',
      occupancy: 'OWNER',
      street: '418 Orchard Street',
      ...home,
      squareFeet: 6200,
      yearBuilt: 1998,
      estimatedValue: 1_240_000,
      valueAsOf: '2026-08-20',
    });
  } else if (number % 2 === 0) {
    await add('EQUIPMENT_ASSET', `Equipment of ${plan.name}`, {
      title: `Equipment of ${plan.name}`,
      condition: 'GOOD',
      estimatedValue: 40_000 + number * 3_500,
    });
  }
  await addDetails(client, loan, plan, number);
}

/** Adds two owners, one of whom guarantees the loan, the trust that will own the building, and the building. */
export async function addBuyers(
  given: TestData,
  client: pg.Client,
  loan: Loan,
  plan: Pick<DemoLoan, 'name' | 'type'>,
): Promise<void> {
  const add = await entityAdder(given, client, loan);
  const business = await add(
    'COMPANY',
    plan.name,
    {
      legalName: plan.name,
      entityType: 'LLC',
      taxId: '93-4418207',
      uei: 'K7M4QX2N9PA1',
      formedOn: '2016-05-09',
      stateOfFormation: 'OR',
      fiscalYearEnd: 'DEC',
      employees: 23,
      street: '77 Harbor Way',
      ...home,
    },
    ['APPLICANT', 'PRIMARY_OPERATION_COMPANY'],
  );
  const owner = async (givenName: string, share: number, labels: EntityLabel[]) => {
    const person = { givenName, familyName: 'Hollis', ...home };
    const individual = await add('INDIVIDUAL', `${givenName} Hollis`, person, labels);
    await given.owner(business, individual, share, '2026-10-31');
  };
  await owner('Imogen', 75, ['GUARANTOR']);
  await owner('Theo', 25, []);
  await add(
    'TRUST',
    'Hollis Family Trust',
    { trustName: 'Hollis Family Trust', trustType: 'REVOCABLE', trustees: 'Imogen Hollis' },
    ['EPC'],
  );
  await add('REAL_ESTATE_ASSET', '77 Harbor Way', {
    title: '77 Harbor Way',
    propertyType: 'RETAIL',
    occupancy: 'OWNER',
    street: '77 Harbor Way',
    ...home,
    squareFeet: 8400,
    yearBuilt: 1987,
    estimatedValue: 1_420_000,
    valueAsOf: '2026-09-12',
  });
  await addDetails(client, loan, plan, 3);
}

async function addDetails(
  client: pg.Client,
  loan: Loan,
  plan: Pick<DemoLoan, 'type'>,
  number: number,
): Promise<void> {
  const { rows } = await client.query<{ id: string }>(
    `insert into cairn.loan_detail_group (company_id, id, loan_id, name, display_order)
     values ($1, gen_random_uuid(), $2, 'Terms', 1) returning id`,
    [loan.companyId, loan.id],
  );
  const fields = [
    ['Rate', 'PERCENT', [], String(6.25 + (number % 8) * 0.25)],
    ['Kind of rate', 'CHOICE', ['Fixed', 'Variable'], number % 2 ? 'Fixed' : 'Variable'],
    ['Term in months', 'NUMBER', [], plan.type === 'SBA_504' ? '300' : '120'],
    ['Franchise', 'YES_NO', [], 'NO'],
  ] as const;
  for (const [order, [name, type, choices, value]] of fields.entries()) {
    await client.query(
      `insert into cairn.loan_detail_field
         (company_id, id, loan_id, group_id, name, type, choices, value, display_order)
       values ($1, gen_random_uuid(), $2, $3, $4, $5, $6, $7, $8)`,
      [loan.companyId, loan.id, rows[0]!.id, name, type, choices, value, order + 2],
    );
  }
}
