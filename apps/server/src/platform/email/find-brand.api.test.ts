import { startTestServer, type TestServer } from '@cairn/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findBrand } from './find-brand.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

test('the officer in an email works at the lender, with an open account; else it is the next colleague', async () => {
  const { given, db, owner } = server;
  const company = await given.company();
  const loan = await given.loan(await given.phase(company));
  const outsider = await given.account();
  const [closed, next] = [await given.employee(company), await given.employee(company)];
  for (const account of [outsider, closed, next]) await given.role(loan, account, 'LENDER');
  const reads = db.reads({ kind: 'company', companyId: company.id });
  const officer = async () => (await findBrand(reads, company.id, loan.id)).officer?.emailAddress;
  expect(await officer()).toBe(closed.emailAddress);
  await owner.query('update cairn.account set closed_at = now() where id = $1', [closed.id]);
  expect(await officer()).toBe(next.emailAddress);
  await owner.query('delete from cairn.employee where account_id = $1', [next.id]);
  expect(await officer()).toBeUndefined();
});
