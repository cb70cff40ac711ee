/** Run by the previous release with its own factories: prints people with their sessions and loans. */
export const SEED = `
import { createTestData } from '@cairn/testing/factories/test-data';
import pg from 'pg';
const owner = new pg.Client(process.env.MIGRATION_DATABASE_URL);
await owner.connect();
const given = createTestData(owner);
const company = await given.company();
const phase = await given.phase(company);
const people = [];
for (let index = 0; index < 9; index += 1) {
  const employee = await given.employee(company, { level: 'OWNER' });
  const token = await given.session(employee, { roleLevel: 'LENDER', company });
  const loan = await given.loan(phase);
  await given.role(loan, employee, 'LENDER');
  people.push({ token, loanId: loan.id });
}
await owner.query("update cairn.session set idle = interval '12 hours'");
await owner.end();
console.log(JSON.stringify(people));
`;
