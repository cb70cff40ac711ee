import { startTestServer, type TestServer } from '@cairn/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

test('elements are asked for in the view CONVENTIONAL and the status ACTIVE, also without saying so [R315] [R316]', async () => {
  const { given, call } = server;
  const company = await given.company();
  const owner = await given.employee(company, { level: 'OWNER' });
  const token = await given.session(owner, { roleLevel: 'LENDER', company });
  const loan = await given.loan(await given.phase(company));
  const root = await given.packageOf(loan);
  await given.element(loan, { parent: root, title: 'Lease' });
  const trashed = await given.element(loan, { parent: root, title: 'Old lease' });
  const trash = { body: { loanId: loan.id, elements: [{ id: trashed.id }] } };
  expect((await call('trashElements', trash as never, { token })).status).toBe(200);

  const list = async (query: Record<string, string>) => {
    const answer = await call('listElements', { params: { id: loan.id }, query }, { token });
    return { status: answer.status, text: answer.text, body: answer.body };
  };
  const plain = await list({});
  const titles = plain.body.elements.map(({ title }) => title);
  expect(titles).toContain('Lease');
  expect(titles).not.toContain('Old lease');
  expect((await list({ view: 'CONVENTIONAL', status: 'ACTIVE' })).text).toBe(plain.text);
  expect((await list({ view: 'conventional' })).status).toBe(400);
});
