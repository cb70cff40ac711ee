/**
 * npm run schemathesis [-- lender|borrower|administrator …] [-- --examples N] [-- --only operationId …]: runs
 * Schemathesis, a tester that reads only docs/api/openapi.json, against the running product with all of its checks,
 * logged in as each kind of user. Needs npm run build and Python 3; the tester is installed below .cache. With
 * --aimed it requests objects that its user has, those of the authorization matrix, on a single web process.
 */
import { execFileSync, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { createTestData, startTestServer } from '@cairn/testing';
import { makeTemplate } from '@cairn/testing/database';
import { makeWorld, type World } from '@cairn/testing/matrix/world';
import { ADDRESS, PORT } from '../../e2e/address.ts';
import { productEnvironment, startProduct } from '../../e2e/global-setup.ts';
import { environment, up } from '../services/index.ts';
import { aimDescription, type AimedDescription } from './aim-description.ts';
import { BEYOND_SCHEMA } from './beyond-schema.ts';

const VERSION = '4.32.5';
const root = resolve(import.meta.dirname, '../..');
const home = resolve(root, '.cache/schemathesis');
const program = resolve(home, 'bin/schemathesis');

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    examples: { type: 'string', default: '10' },
    only: { type: 'string', multiple: true, default: [] },
    seed: { type: 'string', default: '1' },
    phases: { type: 'string' },
    aimed: { type: 'boolean', default: false },
  },
});

const USERS = {
  lender: { email: 'dana.whitfield@northgate.example', roleLevel: 'LENDER', caller: 'LO' },
  borrower: { email: 'elena.marsh@larkspur.example', roleLevel: 'BORROWER', caller: 'LB' },
  administrator: { email: 'robin.castellan@cairn.example', roleLevel: 'ADMIN', caller: 'ADM' },
} as const;
type User = keyof typeof USERS;

function install(): void {
  if (existsSync(program)) return;
  execFileSync('python3', ['-m', 'venv', home], { stdio: 'inherit' });
  execFileSync(resolve(home, 'bin/pip'), ['install', '--quiet', `schemathesis==${VERSION}`], {
    stdio: 'inherit',
  });
}

async function logIn(user: User): Promise<string> {
  const { email, roleLevel } = USERS[user];
  const client = new pg.Client(productEnvironment()['MIGRATION_DATABASE_URL']);
  await client.connect();
  const result = await client.query<{ id: string; company_id: string | null }>(
    `select account.id, employee.company_id from cairn.account
     left join cairn.employee on employee.account_id = account.id where account.email_address = $1`,
    [email],
  );
  const [account] = result.rows;
  if (!account) throw new Error(`the demo data have no ${email}`);
  const token = await createTestData(client).session(account, {
    roleLevel,
    ...(roleLevel === 'LENDER' && { company: { id: account.company_id! } }),
  });
  await client.end();
  return token;
}

/** Statuses that the tester accepts for a request that fits its schema. */
const ANSWERS = ['2xx', '3xx', '401', '403', '404', '409', '429'];

/**
 * Statuses that the tester accepts for an invalid request. 431: Node refuses a query longer than all headers may be,
 * before the product sees it.
 */
const REFUSALS = [
  '400',
  '401',
  '403',
  '404',
  '405',
  '406',
  '409',
  '415',
  '422',
  '428',
  '429',
  '431',
];

/** Sends the session where the contract declares it, so that the tester also tries without. */
function settings(token: string, parameters: AimedDescription['parameters']): string {
  const calls = new Set([...Object.keys(BEYOND_SCHEMA), ...parameters.keys()]);
  return [
    `[auth.openapi.session]\napi_key = ${JSON.stringify(token)}`,
    `[checks.negative_data_rejection]\nexpected-statuses = ${JSON.stringify(REFUSALS)}`,
    ...Array.from(calls, (call) =>
      [
        '[[operations]]',
        `include-operation-id = ${JSON.stringify(call)}`,
        ...Object.entries(parameters.get(call) ?? {}).map(
          ([name, value]) => `parameters.${JSON.stringify(name)} = ${JSON.stringify(value)}`,
        ),
        ...beyondSchema(call as keyof typeof BEYOND_SCHEMA),
      ].join('\n'),
    ),
  ].join('\n\n');
}

function beyondSchema(call: keyof typeof BEYOND_SCHEMA): string[] {
  const reason = BEYOND_SCHEMA[call];
  if (reason === undefined) return [];
  const statuses = JSON.stringify([...ANSWERS, '400', '423']);
  return [`# ${reason}.`, `checks.positive_data_acceptance.expected-statuses = ${statuses}`];
}

/** Calls that end the session or have an endless reply, after which further requests would fail or hang. */
const LEFT_OUT = ['logout', 'streamEvents'];

const DESCRIPTION = resolve(root, 'docs/api/openapi.json');

async function judge(user: User, aimed?: World): Promise<number> {
  const { caller } = USERS[user];
  const token = aimed ? aimed.callers[caller].token! : await logIn(user);
  const report = resolve(root, '.cache/schemathesis-report', aimed ? `${user}-aimed` : user);
  await mkdir(report, { recursive: true });
  const description = aimed && (await aimDescription(DESCRIPTION, aimed, caller));
  const described = description ? resolve(report, 'openapi.json') : DESCRIPTION;
  if (description) await writeFile(described, JSON.stringify(description.description));
  const file = resolve(report, 'schemathesis.toml');
  await writeFile(file, settings(token, description?.parameters ?? new Map()));
  const phases = options.phases ?? (aimed ? 'examples,fuzzing' : 'coverage,fuzzing');
  const child = spawn(
    program,
    [
      ...['--config-file', file],
      ...['run', described, '--url', `${ADDRESS}/api`],
      ...['--phases', phases, '--max-examples', options.examples, '--seed', options.seed],
      // A single worker: with two, Hypothesis sometimes fails while it describes a strategy, because Python's parser is
      // not thread-safe.
      ...['--continue-on-failure', '--request-timeout', '20', '--workers', '1'],
      ...LEFT_OUT.flatMap((name) => ['--exclude-operation-id', name]),
      ...options.only.flatMap((name) => ['--include-operation-id', name]),
      // No text of the API may contain NUL, which JSON Schema could express only with a pattern for every string.
      ...['--generation-allow-x00', 'false'],
      ...['--report', 'junit,json', '--report-dir', report, '--output-truncate', 'false'],
    ],
    { cwd: report, stdio: 'inherit' },
  );
  return new Promise((done) => child.once('exit', (code) => done(code ?? 1)));
}

/** Starts the server of the authorization matrix, reachable over the network. */
async function startAimed(): Promise<{ world: World; stop: () => Promise<void> }> {
  await up('test');
  Object.assign(process.env, environment('test'), { PUBLIC_URL: ADDRESS, LIMIT_FACTOR });
  await makeTemplate(process.env['MIGRATION_DATABASE_URL']!);
  const server = await startTestServer({ logLevel: 'error' });
  await server.app.listen({ host: 'localhost', port: Number(PORT) });
  return { world: await makeWorld(server), stop: () => server.stop() };
}

install();
const LIMIT_FACTOR = '1000000';
const failed: User[] = [];
const aimed = options.aimed ? await startAimed() : undefined;
const stop = aimed?.stop ?? (await startProduct({ LIMIT_FACTOR }));
try {
  const users = (positionals.length > 0 ? positionals : Object.keys(USERS)) as User[];
  for (const user of users) if ((await judge(user, aimed?.world)) !== 0) failed.push(user);
} finally {
  await stop();
}
console.log(failed.length > 0 ? `failures as ${failed.join(', ')}` : 'no failures');
process.exitCode = failed.length > 0 ? 1 : 0;
