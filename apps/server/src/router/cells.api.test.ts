/** Two cells behind a router: which cell gets a request, and what a cell, a browser or an attacker cannot do. */
import { API_BASE_PATH, contract, type GroupRole } from '@cairn/contract';
import {
  copyAccount,
  CookieJar,
  startTestCells,
  type TestCell,
  type TestCells,
} from '@cairn/testing/cells';
import { until } from '@cairn/testing';
import { invitationSteps } from '@cairn/testing/invitation-steps';
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signStatement } from '../platform/cells/handoff.ts';
import { tokenOf } from '../modules/invitations/link.ts';
import { addressHash } from '../platform/cells/directory.ts';

const PASSWORD = 'correct horse battery staple';
let cells: TestCells;

beforeAll(async () => {
  cells = await startTestCells();
});
afterAll(() => cells.stop());

/** A borrower whose home is the first cell, with a loan in each cell. */
async function someoneInBoth() {
  const { first, second } = cells;
  const one = first.server.given;
  const two = second.server.given;
  const northgate = await one.company({ name: 'Northgate Bank' });
  const summit = await two.company({ name: 'Summit Bank' });
  const loans = [
    await one.loan(await one.phase(northgate)),
    await two.loan(await two.phase(summit)),
  ];
  const account = await one.account({ password: PASSWORD });
  await one.role(loans[0]!, account, 'BORROWER');
  await first.publish();
  await copyAccount(second.server.owner, account);
  await two.role(loans[1]!, account, 'BORROWER');
  await second.publish();
  return { account, northgate, summit, loans };
}

const logIn = async (username: string, browser = new CookieJar(cells.origin)) => {
  const answer = await browser.send('POST', '/api/v1/noauth/login', {
    username,
    password: PASSWORD,
  });
  return { browser, answer };
};
const rolesIn = async (browser: CookieJar): Promise<GroupRole[]> =>
  (await browser.send<{ roles: GroupRole[] }>('GET', '/api/v1/auth/listPossibleGroupRoles')).body
    .roles;
const enter = (browser: CookieJar, { roleLevel, company }: GroupRole) =>
  browser.send('PUT', `/api/v1/auth/setLoggedRole/${roleLevel}?companyId=${company?.id}`);
const opens = async (browser: CookieJar, loan: { id: string }) =>
  (await browser.send('GET', `/api/v1/loans/${loan.id}`)).status;

/** Claims an address in the directory, as that cell does. */
async function claimIn({ cell }: TestCell, address: string, proposed: string) {
  const client = new pg.Client(cell.directory.url);
  await client.connect();
  try {
    const { rows } = await client.query<{ id: string; home: string }>(
      'select id, home from directory.claim($1, $2)',
      [addressHash(cell.directory.key, address), proposed],
    );
    return rows[0]!;
  } finally {
    await client.end();
  }
}

test('a log-in goes to the home of the address, whichever cell that is', async () => {
  const ofFirstCell = await cells.first.server.given.account({ password: PASSWORD });
  const ofSecondCell = await cells.second.server.given.account({ password: PASSWORD });
  await cells.first.publish();
  await cells.second.publish();
  for (const [account, cell] of [
    [ofFirstCell, 'one'],
    [ofSecondCell, 'two'],
  ] as const) {
    const { browser, answer } = await logIn(account.emailAddress);
    expect(answer.status).toBe(200);
    expect(browser.cookies.get('cairn-cell')).toBe(cell);
    const user = await browser.send('GET', '/api/v2/users/loggedUser');
    expect(user.body).toMatchObject({ id: account.id });
  }
});

test('a borrower with loans in both cells sees both, and comes back', async () => {
  const { account, loans, summit } = await someoneInBoth();
  const { browser } = await logIn(account.emailAddress);
  const roles = await rolesIn(browser);
  expect(roles.map(({ roleLevel, company }) => [roleLevel, company?.name])).toEqual([
    ['BORROWER', undefined],
    ['BORROWER', 'Summit Bank'],
  ]);
  expect([await opens(browser, loans[0]!), await opens(browser, loans[1]!)]).toEqual([200, 404]);

  const reply = await enter(browser, roles[1]!);
  expect([reply.status, reply.body['id']]).toEqual([200, account.id]);
  expect([await opens(browser, loans[0]!), await opens(browser, loans[1]!)]).toEqual([404, 200]);
  const events = await cells.second.server.owner.query(
    `select detail from cairn.audit_entry where kind = 'session.entered' and chain_id = $1`,
    [account.id],
  );
  expect(events.rows).toEqual([{ detail: { cell: 'one' } }]);

  const home = (await rolesIn(browser)).find(
    ({ company }) => company?.name === 'Your other lenders',
  );
  expect((await enter(browser, home!)).status).toBe(200);
  expect([await opens(browser, loans[0]!), await opens(browser, loans[1]!)]).toEqual([200, 404]);
  expect(summit.name).toBe('Summit Bank');
});

test('a cell gets no cookie of another one, and a session counts in its own cell only', async () => {
  const { account, loans } = await someoneInBoth();
  const { browser } = await logIn(account.emailAddress);
  const token = browser.cookies.get('cairn-session.one')!;
  expect(token).toMatch(/^[\w-]{43}$/);
  for (const name of ['cairn-session', 'cairn-session.two']) {
    const thief = new CookieJar(cells.origin);
    thief.cookies.set('cairn-cell', 'two');
    thief.cookies.set(name, token);
    expect(await opens(thief, loans[1]!)).toBe(401);
  }
});

test('known and unknown addresses are answered alike, in either cell', async () => {
  const account = await cells.second.server.given.account({ password: PASSWORD });
  await cells.second.publish();
  const replies = new Set<string>();
  for (const username of [
    account.emailAddress,
    'a@nowhere.example',
    'b@nowhere.example',
    'c@nowhere.example',
  ]) {
    const browser = new CookieJar(cells.origin);
    const { status, headers, body } = await browser.send('POST', '/api/v1/noauth/login', {
      username,
      password: 'wrong',
    });
    const names = [...headers.keys()].filter((name) => name !== 'date').join();
    replies.add(JSON.stringify([status, names, body, [...browser.cookies.keys()]]));
  }
  expect([...replies]).toHaveLength(1);
});

test('a statement lets in once, from the home, at the cell it names, for half a minute', async () => {
  const { account } = await someoneInBoth();
  const { first, second } = cells;
  const person = { ...account, givenName: 'Kim', familyName: 'Osei' };
  const at = async (statement: string) =>
    (
      await second.server.app.inject({
        method: 'POST',
        url: '/cells/enter',
        payload: { statement },
      })
    ).statusCode;
  const sign = (from = first.cell, over: object = {}, now = Date.now()) =>
    signStatement(from, { to: 'two', use: 'enter', account: person, ...over }, now);

  const good = sign();
  expect(await at(good)).toBe(200);
  expect(await at(good)).not.toBe(200);
  expect(await at(sign(first.cell, { to: 'one' }))).toBe(403);
  expect(await at(sign(first.cell, { use: 'list' }))).toBe(403);
  expect(await at(sign(first.cell, { use: 'end' }))).toBe(403);
  expect(await at(sign(first.cell, {}, Date.now() - 60_000))).toBe(403);
  expect(await at(sign({ ...first.cell, key: second.cell.key }))).toBe(403);
  const [body, signature] = sign().split('.');
  const altered = Buffer.from(
    Buffer.from(body!, 'base64url').toString().replace('Kim', 'Lee'),
  ).toString('base64url');
  expect(await at(`${altered}.${signature}`)).toBe(403);
  // The second cell is not this person's home, so the first one rejects its statement.
  const back = signStatement(second.cell, { to: 'one', use: 'enter', account: person });
  expect(
    (
      await first.server.app.inject({
        method: 'POST',
        url: '/cells/enter',
        payload: { statement: back },
      })
    ).statusCode,
  ).toBe(403);
});

test('browsers reach nothing that cells ask each other', async () => {
  const browser = new CookieJar(cells.origin);
  for (const path of [
    '/cells/roles',
    '//cells/enter',
    '/%63ells/enter',
    '/CELLS/enter',
    '/./cells/enter',
  ]) {
    const answer = await fetch(`${cells.origin}${path}`, { method: 'POST', body: '{}' });
    expect(answer.status, path).toBe(404);
  }
  const { account } = await someoneInBoth();
  await logIn(account.emailAddress, browser);
  const [, elsewhere] = await rolesIn(browser);
  const answer = await enter(browser, elsewhere!);
  expect([...answer.headers.keys()].filter((name) => name.startsWith('x-cairn'))).toEqual([]);
});

test('a cell that was broken into can neither read the directory nor take a company of another cell', async () => {
  const { account, northgate } = await someoneInBoth();
  const client = new pg.Client(cells.second.cell.directory.url);
  await client.connect();
  try {
    await expect(client.query('select * from directory.account')).rejects.toThrow(
      'permission denied',
    );
    await expect(
      client.query('select directory.move($1, $2, $3, $4)', [
        northgate.id,
        'two',
        [account.id],
        [],
      ]),
    ).rejects.toThrow('is not of cell two');
    const publish = await client.query('select directory.publish($1, $2) as ours', [
      northgate.id,
      'mine',
    ]);
    expect(publish.rows).toEqual([{ ours: false }]);
    const hash = addressHash(cells.second.cell.directory.key, account.emailAddress);
    const claimed = await client.query(
      'select id, home from directory.claim($1, gen_random_uuid())',
      [hash],
    );
    expect(claimed.rows).toEqual([{ id: account.id, home: 'one' }]);
    const where = await client.query('select directory.cells_of($1) as cell', [account.id]);
    expect(where.rows).toEqual([]);
    await expect(client.query('select directory.cell_of_address($1)', [hash])).rejects.toThrow(
      'permission denied',
    );
  } finally {
    await client.end();
  }
});

test('a cell that is down takes its own roles along, and nothing else', async () => {
  const { account } = await someoneInBoth();
  const { browser } = await logIn(account.emailAddress);
  const cell = cells.first.cell.cells.find(({ name }) => name === 'two')!;
  const { port } = cell.url;
  cell.url.port = '1';
  try {
    expect((await rolesIn(browser)).map(({ company }) => company?.name)).toEqual([undefined]);
  } finally {
    cell.url.port = port;
  }
  await until(async () => (await rolesIn(browser)).length === 2);
});

test('logging out ends the session in both cells', async () => {
  const { account, loans } = await someoneInBoth();
  const { browser } = await logIn(account.emailAddress);
  await enter(browser, (await rolesIn(browser))[1]!);
  const before = [...browser.cookies];
  const sameBrowser = (cell: string): CookieJar => {
    const jar = new CookieJar(cells.origin);
    for (const [name, value] of before) jar.cookies.set(name, value);
    jar.cookies.set('cairn-cell', cell);
    return jar;
  };
  const opened = () =>
    Promise.all([opens(sameBrowser('one'), loans[0]!), opens(sameBrowser('two'), loans[1]!)]);
  expect(await opened()).toEqual([200, 200]);
  const { status } = await browser.send('POST', API_BASE_PATH + contract.logout.path, {});
  expect(status).toBe(200);
  expect(await opened()).toEqual([401, 401]);
  for (const name of ['cairn-session.one', 'cairn-session.two', 'cairn-cell']) {
    expect(browser.cookies.get(name), name).toBe('');
  }
});

test('a new password at home ends what was entered with the old one', async () => {
  const { account, loans } = await someoneInBoth();
  const { browser } = await logIn(account.emailAddress);
  await enter(browser, (await rolesIn(browser))[1]!);
  expect(await opens(browser, loans[1]!)).toBe(200);
  const changed = await new CookieJar(cells.origin).send(
    'POST',
    API_BASE_PATH + contract.newPassword.path,
    {
      username: account.emailAddress,
      oldPassword: PASSWORD,
      newPassword: 'seven lanterns on a quiet pier',
    },
  );
  expect(changed.status).toBe(200);
  expect(await opens(browser, loans[1]!)).toBe(401);
});

test('a password counts in the home cell of its account only', async () => {
  const { first, second } = cells;
  const account = await second.server.given.account({ password: PASSWORD });
  const login = () =>
    second.server.call('login', { body: { username: account.emailAddress, password: PASSWORD } });
  const forbidden = () =>
    second.server.call('newPassword', {
      body: {
        username: account.emailAddress,
        oldPassword: PASSWORD,
        newPassword: 'seven lanterns on a quiet pier',
      },
    });
  expect((await login()).status).toBe(200);
  await claimIn(first, account.emailAddress, account.id);
  expect((await login()).body).toMatchObject({ code: 'WRONG_PASSWORD' });
  expect((await forbidden()).body).toMatchObject({ code: 'WRONG_PASSWORD' });
});

test('the address of a closed account is free for a new one', async () => {
  const { first } = cells;
  const account = await first.server.given.account({ password: PASSWORD });
  await first.publish();
  const { browser } = await logIn(account.emailAddress);
  const { method, path } = contract.closeAccount;
  const closed = await browser.send(method, API_BASE_PATH + path, { password: PASSWORD });
  expect(closed.status).toBe(200);
  const id = randomUUID();
  expect(await claimIn(first, account.emailAddress, id)).toEqual({ id, home: 'one' });
});

test('a subdomain that another cell has is named, and all people are published', async () => {
  const { first, second } = cells;
  const name = async ({ server }: TestCell) => {
    const { id } = await server.given.company();
    await server.owner.query(`update cairn.company set subdomain = 'harbor' where id = $1`, [id]);
    return id;
  };
  await name(first);
  const company = await name(second);
  const account = await second.server.given.account();
  await first.publish();
  expect(await second.publish()).toMatchObject({ takenSubdomains: [company] });
  expect(await claimIn(first, account.emailAddress, randomUUID())).toEqual({
    id: account.id,
    home: 'two',
  });
});

test('an event stream passes through', async () => {
  const { account } = await someoneInBoth();
  const { browser } = await logIn(account.emailAddress);
  const stop = new AbortController();
  const answer = await fetch(`${cells.origin}/api/v1/events`, {
    headers: { cookie: [...browser.cookies].map((pair) => pair.join('=')).join('; ') },
    signal: stop.signal,
  });
  expect(answer.headers.get('content-type')).toContain('text/event-stream');
  const first = await answer.body!.getReader().read();
  expect(first.done).toBe(false);
  stop.abort();
});

test('a new account gets the id that the directory gives to its address', async () => {
  const { first, second } = cells;
  const { id } = await claimIn(first, 'new.person@example.com', randomUUID());
  const { given } = second.server;
  const company = await given.company();
  const loan = await given.loan(await given.phase(company));
  const { account: officer } = await given.colleague(company, 'OWNER');
  const invitation = await given.invitation(company, officer, {
    loan,
    role: 'BORROWER',
    emailAddress: 'new.person@example.com',
  });
  const { linkOf, accept } = invitationSteps(() => second.server, tokenOf);
  expect((await accept(linkOf(invitation))).body).toMatchObject({ user: { id } });
  // They have a password in their home cell, or will choose one there, so this cell does not store a second one.
  const passwords = await second.server.owner.query(
    'select from cairn.credential where account_id = $1',
    [id],
  );
  expect(passwords.rowCount).toBe(0);
  // From now on they enter from their home cell: another link does not log them in here.
  const next = await given.invitation(company, officer, {
    loan: await given.loan(await given.phase(company)),
    role: 'BORROWER',
    emailAddress: 'new.person@example.com',
  });
  expect((await accept(linkOf(next))).body).toMatchObject({ code: 'ACCOUNT_EXISTS' });
});
