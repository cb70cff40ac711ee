import { startTestServer, type Account, type Loan, type TestServer } from '@cairn/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

let server: TestServer;
let loan: Loan;
let dana: { account: Account; token: string };
let elena: { account: Account; token: string };

beforeAll(async () => {
  server = await startTestServer();
  const company = await server.given.company();
  dana = await server.given.colleague(company);
  loan = await server.given.loan(await server.given.phase(company));
  await server.given.role(loan, dana.account, 'LENDER');
  elena = await server.given.borrower(loan);
});
afterAll(() => server.stop());

const create = (body: object, token = dana.token) =>
  server.call('createDeepLink', { body: { loanId: loan.id, ...body } }, { token });
async function tokenOf(body: object): Promise<string> {
  const { body: reply } = await create(body);
  return new URL(reply.url).searchParams.get('token')!;
}
const follow = (link: string, token: string, loanId = loan.id) =>
  server.call('getDeepLink', { query: { loanId, token: link } }, { token });

describe('a deep link', () => {
  test('leads to the loan, a request, the tasks or the messages', async () => {
    const { id: elementId } = await server.given.element(loan, { title: 'Lease' });
    const { body } = await create({ elementId });
    expect(body.url).toMatch(`/loans/${loan.id}/link?token=`);
    const at = `/loans/${loan.id}`;
    for (const [target, route] of [
      [{}, at],
      [{ elementId }, `${at}?view=package&item=${elementId}`],
      [{ action: 'TASKS' }, `${at}/tasks`],
      [{ action: 'MESSAGES' }, `${at}/messages`],
    ] as const) {
      const reply = await follow(await tokenOf(target), elena.token);
      expect(reply).toMatchObject({ status: 200, body: { loanId: loan.id, route } });
    }
  });

  test('does not open for a person who cannot see the loan or the request at that time', async () => {
    const { given } = server;
    const hidden = await given.element(loan, { title: 'Memo', flags: ['LENDER_ONLY'] });
    expect((await create({ elementId: hidden.id }, elena.token)).status).toBe(404);
    const toHidden = await tokenOf({ elementId: hidden.id });
    expect((await follow(toHidden, elena.token)).status).toBe(404);
    const visible = await given.element(loan, { title: 'Deed' });
    const link = await tokenOf({ elementId: visible.id });
    const stranger = await given.session(await given.account(), { roleLevel: 'BORROWER' });
    expect((await follow(link, stranger)).status).toBe(404);
    const leaver = await given.borrower(loan);
    expect((await follow(link, leaver.token)).status).toBe(200);
    await server.owner.query('delete from cairn.loan_role where account_id = $1', [
      leaver.account.id,
    ]);
    expect((await follow(link, leaver.token)).status).toBe(404);
  });

  test('for one person opens to that person alone', async () => {
    const link = await tokenOf({ userId: elena.account.id });
    expect((await follow(link, elena.token)).status).toBe(200);
    expect((await follow(link, dana.token)).status).toBe(404);
  });

  test('cannot be made up, changed, or moved to another loan', async () => {
    const link = await tokenOf({ userId: elena.account.id });
    const other = await server.given.loan(await server.given.phase(await server.given.company()));
    await server.given.role(other, elena.account, 'BORROWER');
    expect((await follow(link, elena.token, other.id)).status).toBe(404);
    const forged = [
      link.replace(elena.account.id, '-'),
      link.replace('OPEN', 'TASKS'),
      'OPEN.-.-.',
      `OPEN.-.-.${'é'.repeat(32)}`,
      '....',
    ];
    for (const each of forged) expect((await follow(each, elena.token)).status).toBe(404);
  });
});
