/**
 * An installation without a superuser, as on RDS, Cloud SQL and Azure: the administrator may create roles and
 * databases, and neither the administrator nor the schema's owner bypasses row security.
 */
import { startTestServer, type TestServer } from '@cairn/testing';
import {
  bootstrapAsMaster,
  createOrdinaryMaster,
  startPrivatePostgres,
  type PrivatePostgres,
} from '@cairn/testing/private-postgres';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrate, violations } from '../platform/db/migrate.ts';
import { newId, PLATFORM_COMPANY } from '../platform/ids.ts';
import { createAdmin } from './create-admin.ts';
import { listGivenUp, requeue } from './outbox.ts';

let postgres: PrivatePostgres;
let owner: string;

beforeAll(async () => {
  postgres = await startPrivatePostgres();
  await createOrdinaryMaster(postgres);
  owner = postgres.url('cairn_migrator', 'cairn');
});
afterAll(() => postgres.stop());

test('without the roles the migration says what to run first', async () => {
  await postgres.query('create database empty owner rds_master');
  await expect(migrate(postgres.url('rds_master', 'empty'))).rejects.toThrow(
    'the role cairn_app, cairn_owner, cairn_relay does not exist: the database administrator runs deploy/postgres/bootstrap.sql first',
  );
});

test('bootstrap.sql may be repeated, and gives no role more than it needs', async () => {
  await bootstrapAsMaster(postgres);
  await bootstrapAsMaster(postgres);
  const client = new pg.Client(postgres.url('postgres', 'cairn'));
  await client.connect();
  const { rows } = await client.query(
    `select rolname as role, rolsuper or rolbypassrls or rolreplication or rolcreatedb as strong, rolcanlogin as login,
       rolpassword is not null as password
     from pg_authid where rolname like 'cairn%' order by rolname`,
  );
  await client.end();
  expect(rows).toEqual([
    { role: 'cairn_app', strong: false, login: true, password: true },
    { role: 'cairn_migrator', strong: false, login: true, password: true },
    { role: 'cairn_owner', strong: false, login: false, password: false },
    { role: 'cairn_relay', strong: false, login: true, password: true },
  ]);
});

test('the schema is made from nothing, and all its checks hold', async () => {
  const applied = await migrate(owner);
  expect(applied[0]).toBe('0001-ground');
  expect(await violations(owner)).toEqual([]);
  expect(await migrate(owner)).toEqual([]);
});

test('the product works for an owner without superuser rights: first administrator, company, loan, and nothing across companies', async () => {
  const server = await startTestServer({
    database: {
      urls: {
        owner: postgres.url('postgres', 'cairn'),
        app: postgres.url('cairn_app', 'cairn'),
        relay: postgres.url('cairn_relay', 'cairn'),
      },
      drop: async () => {},
    },
  });
  try {
    await useProduct(server);
  } finally {
    await server.stop();
  }
});

test('events that were given up are listed and tried again, one or all', async () => {
  const ids = [newId(), newId(), newId()] as const;
  for (const id of ids) {
    await postgres.query(
      `insert into cairn.event (company_id, id, at, kind, changes, workflow, input, attempts, failed_at, last_error)
       values ('${PLATFORM_COMPANY}', '${id}', now(), 'document.uploaded', '{}', 'ofAnotherVersion', '{}', 10, now(), 'not found')`,
      'cairn',
    );
  }
  const listEvents = async () => {
    const { events, count } = await listGivenUp(owner);
    return { ids: new Set(events.map(({ id }) => id)), count };
  };
  expect(await listEvents()).toEqual({ ids: new Set(ids), count: 3 });
  expect((await listGivenUp(owner)).events[0]).toMatchObject({
    workflow: 'ofAnotherVersion',
    attempts: 10,
    last_error: 'not found',
  });
  expect(await requeue(owner, [ids[1]])).toBe(1);
  expect(await listEvents()).toEqual({ ids: new Set([ids[0], ids[2]]), count: 2 });
  expect(await requeue(owner, 'all')).toBe(2);
  expect(await listEvents()).toEqual({ ids: new Set(), count: 0 });
});

async function useProduct(server: TestServer): Promise<void> {
  const { config, given } = server;
  const emailAddress = 'root@operator.example';
  const create = (address: string) =>
    createAdmin(
      { ...config, url: owner },
      { emailAddress: address, givenName: 'Ada', familyName: 'Root' },
    );
  // The limit that applies everywhere: 64 characters before the @.
  await expect(create(`${'a'.repeat(65)}@operator.example`)).rejects.toThrow('--email');
  const link = await create(emailAddress);
  // `cairn migrate` fails if a check of the schema returns a row.
  expect(await violations(owner)).toEqual([]);
  const reset = link.split('#reset=')[1]!;
  const password = 'Velvet-otter-galaxy-31';
  const reply = await server.call('resetPasswordByLink', {
    body: { link: reset, newPassword: password },
  });
  expect(reply.status).toBe(200);
  const again = await server.call('resetPasswordByLink', {
    body: { link: reset, newPassword: 'Copper-lantern-meadow-58' },
  });
  expect(again.status).toBe(400);
  const login = await server.call('login', { body: { username: emailAddress, password } });
  expect(login.status).toBe(200);

  const [north, south] = [await given.company(), await given.company()];
  const tokens = await Promise.all(
    [north, south].map(async (company) =>
      given.session(await given.employee(company, { level: 'OWNER' }), {
        roleLevel: 'LENDER',
        company,
      }),
    ),
  );
  const phase = await given.phase(north);
  const loan = await given.loan(phase);
  const replies = await Promise.all(
    tokens.map((token) => server.call('getLoan', { params: { id: loan.id } }, { token })),
  );
  expect(replies.map(({ status }) => status)).toEqual([200, 404]);
  const pinned = await server.call('pinLoan', { params: { id: loan.id } }, { token: tokens[0]! });
  expect(pinned.status).toBe(200);
}
