/** The data that clients work on: one lender, its people and borrowers, loans and requests. */
import {
  createTestData,
  type TestData,
  type Account,
  type Element,
  type Loan,
} from '@cairn/testing/factories/test-data';
import pg from 'pg';
import { databaseUrl } from './settings.ts';

const PIN_CLIENTS = 6;
const UPLOAD_CLIENTS = 4;
const LOANS = 40;
/** About twice what clients use between two kills. */
const ELEMENTS_PER_KILL = 40;

export interface Person {
  readonly accountId: string;
  readonly token: string;
}

export interface World {
  readonly loans: readonly Loan[];
  readonly elements: readonly Element[];
  readonly pinning: readonly Person[];
  readonly uploading: readonly Person[];
}

export async function makeWorld(kills: number): Promise<World> {
  const owner = new pg.Client(databaseUrl('postgres'));
  await owner.connect();
  try {
    // In one transaction, because a thousand small commits would take longer than the drill's first kills.
    await owner.query('begin');
    const world = await people(createTestData(owner), kills);
    // The drill sends no keep-alive calls, and on a busy machine a run takes longer than half an hour.
    await owner.query(`update cairn.session set idle = interval '12 hours'`);
    await owner.query('commit');
    return world;
  } finally {
    await owner.end();
  }
}

async function people(given: TestData, kills: number): Promise<World> {
  const company = await given.company({ name: 'Drill Bank' });
  const phase = await given.phase(company);
  const loans: Loan[] = [];
  for (let index = 0; index < LOANS; index += 1) loans.push(await given.loan(phase));
  const elements: Element[] = [];
  for (let index = 0; index < 100 + kills * ELEMENTS_PER_KILL; index += 1) {
    elements.push(await given.element(loans[index % LOANS]!));
  }
  const staff = async (): Promise<Person> => {
    const account = await given.employee(company, { level: 'OWNER' });
    return signedIn(account, await given.session(account, { roleLevel: 'LENDER', company }));
  };
  // Borrowers reach the same tables through other policies.
  const borrower = async (): Promise<Person> => {
    const account = await given.account();
    for (const loan of loans) await given.role(loan, account, 'LEAD_BORROWER');
    return signedIn(account, await given.session(account, { roleLevel: 'BORROWER' }));
  };
  return {
    loans,
    elements,
    pinning: await several(PIN_CLIENTS, staff),
    uploading: await several(UPLOAD_CLIENTS, (index) => (index % 2 === 0 ? staff() : borrower())),
  };
}

const signedIn = ({ id }: Account, token: string): Person => ({ accountId: id, token });

async function several<T>(count: number, make: (index: number) => Promise<T>): Promise<T[]> {
  const items: T[] = [];
  for (let index = 0; index < count; index += 1) items.push(await make(index));
  return items;
}
