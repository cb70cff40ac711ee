import { startTestServer, type TestServer } from '@cairn/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ config: { limitFactor: 1, companyCallsPerSecond: 10 } });
});
afterAll(() => server.stop());

test('a lender that calls too often is refused for all of its employees; other lenders are not', async () => {
  const { given } = server;
  const company = await given.company();
  const tokenOf = async (at: typeof company): Promise<string> => {
    const employee = await given.employee(at, { level: 'OWNER' });
    return given.session(employee, { roleLevel: 'LENDER', company: at });
  };
  const tokens = [await tokenOf(company), await tokenOf(company)];
  const other = await tokenOf(await given.company());
  const borrower = await given.session(await given.account(), { roleLevel: 'BORROWER' });
  const call = (token: string) => server.call('getLoggedUser', {}, { token });

  // A company that is alone on the process is not limited.
  expect((await call(other)).status).toBe(200);
  const answers = await Promise.all(
    Array.from({ length: 60 }, (_, index) => call(tokens[index % 2]!)),
  );
  const refused = answers.filter(({ status }) => status === 429);
  expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(20);
  expect(refused.length).toBeGreaterThan(10);
  expect(refused[0]!.headers['retry-after']).toBe('1');
  expect((await call(other)).status).toBe(200);
  expect((await call(borrower)).status).toBe(200);
});
