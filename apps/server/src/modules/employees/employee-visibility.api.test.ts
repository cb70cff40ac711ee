import { startApplying, type Account, type Applying } from '@cairn/testing';
import { hashToken } from '@cairn/server/platform/crypto';
import { statement } from '@cairn/server/platform/db/pipeline';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

let world: Applying;
/** An employee and a borrower of the same lender, each with a picture and a loan of their own. */
let employee: Account;
let borrower: Account;
const pictures = new Map<string, string>();

beforeAll(async () => {
  world = await startApplying();
  const { given } = world.server;
  employee = await given.employee(world.company, { givenName: 'CANARY-EMPLOYEE' });
  borrower = await given.account({ givenName: 'CANARY-BORROWER' });
  const loan = await given.loan(await given.phase(world.company));
  await given.role(loan, borrower, 'LEAD_BORROWER');
  await given.role(loan, employee, 'LENDER');
  for (const { id } of [employee, borrower, world.owner]) {
    pictures.set(id, await given.avatar(id));
  }
});
afterAll(() => world.server.stop());

async function applied() {
  const stranger = await world.applicant();
  const { body, status } = await world.apply(world.template.id, stranger.as);
  expect(status).toBe(200);
  return { ...stranger, loan: { companyId: world.company.id, id: body.id, name: '' } };
}

/** Reads with row security alone, without our visibility clauses. */
async function rowsOf(token: string, table: 'person' | 'employee_details' | 'avatar') {
  const tokenHash = hashToken(token);
  const { rows } = await world.server.owner.query<{ stamp: string }>(
    'select stamp from cairn.session where token_hash = $1',
    [tokenHash],
  );
  const visibleRows = await world.server.db
    .reads({ kind: 'session', tokenHash, stamp: rows[0]!.stamp })
    .run<{ account_id: string }>({
      statement: () => statement(`select account_id from ${table}`, []),
    });
  return visibleRows.map((row) => row.account_id);
}

describe('a stranger who applied learns no name, picture or address of anyone they share no loan with', () => {
  test('not from the list of pictures, nor by a picture’s id', async () => {
    const { server } = world;
    const { as } = await applied();
    expect((await server.call('listAvatars', {}, as)).body).toEqual({ avatars: [] });
    for (const id of pictures.values()) {
      expect((await server.call('getAvatar', { params: { id } }, as)).status).toBe(404);
    }
  });

  test('not from an employee’s public details, nor from a search', async () => {
    const { server, owner } = world;
    const { as } = await applied();
    for (const { id } of [employee, owner]) {
      const reply = await server.call('getEmployeePublicDetails', { params: { id } }, as);
      expect(reply.status).toBe(404);
    }
    const searchReply = await server.call('searchUsers', { query: { query: 'CANARY' } }, as);
    expect(searchReply.body.users).toEqual([]);
  });

  test('not by row security alone, whatever the query', async () => {
    const { as, account } = await applied();
    expect(await rowsOf(as.token, 'person')).toEqual([account.id]);
    expect(await rowsOf(as.token, 'employee_details')).toEqual([]);
    expect(await rowsOf(as.token, 'avatar')).toEqual([]);
  });
});

describe('people who share a loan know each other', () => {
  test('by their role on it: name, picture and public details', async () => {
    const { server } = world;
    const { as, account, loan } = await applied();
    await server.given.role(loan, employee, 'LENDER');
    const { body } = await server.call('listAvatars', {}, as);
    expect(body.avatars.map(({ userId }) => userId)).toEqual([employee.id]);
    const picture = await server.call(
      'getAvatar',
      { params: { id: pictures.get(employee.id)! } },
      as,
    );
    expect(picture.status).toBe(200);
    const details = await server.call(
      'getEmployeePublicDetails',
      { params: { id: employee.id } },
      as,
    );
    expect(details.body).toMatchObject({ givenName: 'CANARY-EMPLOYEE' });
    expect((await rowsOf(as.token, 'person')).toSorted()).toEqual(
      [account.id, employee.id].toSorted(),
    );
    expect(await rowsOf(as.token, 'employee_details')).toEqual([employee.id]);
  });

  test('by name only, where the lender’s person wrote to them or uploaded a file without a role', async () => {
    const { server, owner } = world;
    const [writer, uploader] = [await server.given.employee(world.company), owner];
    const { as, account, loan } = await applied();
    await server.given.document(loan, uploader);
    const token = await server.given.session(writer, {
      roleLevel: 'LENDER',
      company: world.company,
    });
    const reply = await server.call(
      'sendMessage',
      { body: { loanId: loan.id, userIds: [account.id], body: 'Welcome' } },
      { token },
    );
    expect(reply.status).toBe(200);
    expect((await rowsOf(as.token, 'person')).toSorted()).toEqual(
      [account.id, writer.id, uploader.id].toSorted(),
    );
    const details = await server.call(
      'getEmployeePublicDetails',
      { params: { id: writer.id } },
      as,
    );
    expect(details.status).toBe(404);
  });
});
