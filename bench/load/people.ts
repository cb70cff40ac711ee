/** Lenders with their employees, and borrowers with a loan each whose requests they answer. */
import { createTestData } from '@cairn/testing/factories/test-data';
import pg from 'pg';
import { loadTenants } from '../tenants.ts';

export interface OpenRequest {
  readonly loanId: string;
  readonly elementId: string;
}
export interface Person {
  readonly token: string;
  /** The loans that an employee works on, or the borrower's own. */
  readonly loanIds: readonly string[];
}
export interface People {
  readonly employees: readonly Person[];
  readonly borrowers: readonly (Person & { readonly open: readonly OpenRequest[] })[];
}

const LENDERS = 20;
const EMPLOYEES = 3;
const LOANS = 4;
/** Minimum number of requests per loan, as with the product's own templates; more if the run answers more. */
const FEWEST_REQUESTS = 25;

/** Background data: a lender has 56 of all 84,000 loans of a year. */
const OTHERS = { tenants: 100, loans: 1000, otherLoans: 56, people: 12 };

export async function makePeople(ownerUrl: string, uploads: number, tenants = OTHERS.tenants) {
  const client = new pg.Client(ownerUrl);
  await client.connect();
  try {
    await loadTenants(client, { ...OTHERS, tenants });
    await client.query('begin');
    const people = await insertPeople(client, uploads);
    await client.query(`update cairn.session set idle = interval '12 hours'`);
    await client.query('commit');
    await client.query('vacuum (analyze)');
    return people;
  } finally {
    await client.end();
  }
}

async function insertPeople(client: pg.Client, uploads: number): Promise<People> {
  const make = createTestData(client);
  const requests = Math.max(FEWEST_REQUESTS, Math.ceil((1.5 * uploads) / (LENDERS * LOANS)));
  const people: { employees: Person[]; borrowers: People['borrowers'][number][] } = {
    employees: [],
    borrowers: [],
  };
  for (let lender = 0; lender < LENDERS; lender += 1) {
    const company = await make.company();
    const phase = await make.phase(company);
    const loans = [];
    for (let index = 0; index < LOANS; index += 1) {
      const loan = await make.loan(phase);
      loans.push(loan);
      const open: OpenRequest[] = [];
      for (let number = 1; number <= requests; number += 1) {
        const element = await make.element(loan, { title: `Document ${number}` });
        open.push({ loanId: loan.id, elementId: element.id });
      }
      const borrower = await make.account();
      await make.role(loan, borrower, 'LEAD_BORROWER');
      const token = await make.session(borrower, { roleLevel: 'BORROWER' });
      people.borrowers.push({ token, loanIds: [loan.id], open });
    }
    for (let index = 0; index < EMPLOYEES; index += 1) {
      const employee = await make.employee(company, { level: 'OWNER' });
      for (const loan of loans) await make.role(loan, employee, 'LENDER');
      const token = await make.session(employee, { roleLevel: 'LENDER', company });
      people.employees.push({ token, loanIds: loans.map(({ id }) => id) });
    }
  }
  return people;
}
