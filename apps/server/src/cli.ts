#!/usr/bin/env node
/**
 * `cairn COMMAND`: every command that an operator runs, and the web and worker processes. Configuration comes from
 * the environment.
 */
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import { parseArgs, parseEnv } from 'node:util';
import { RESET_LINK_MINUTES } from '@cairn/contract';
import {
  readAdminConfig,
  readAuditConfig,
  readCompanyConfig,
  readConfig,
  readMigrationUrl,
  readMoveTarget,
  readRotationConfig,
  readRouterConfig,
  readSetupConfig,
  readWebConfig,
  readWorkerConfig,
} from './platform/config.ts';
import { checkInstallation, printResults, type CheckedRole } from './cli/check-installation.ts';
import { requireDatabase } from './cli/checks/database.ts';
import { isStoreError, storeSentence } from './cli/checks/store.ts';
import { failureSentence } from './cli/failure-sentence.ts';
import type { Move } from './cli/move-company/move-company.ts';
import { requireDevelopment } from './cli/require-development.ts';
import { migrate, violations } from './platform/db/migrate.ts';
import { rotateKey } from './platform/rotate-key.ts';
import { runVerifyAudit } from './verify-audit.ts';

const USAGE = `cairn COMMAND
  web | worker | router        start that process: see docs/operations/running.md and cells.md
  migrate                      bring the database to the schema of this version, with its articles
  setup                        create buckets with their policies, CORS and lifecycle
  check [web|worker|router] [--json]
                               whether database, store, Temporal, clamd, SMTP and cells work as configured
  check-config [web|worker|router]
                               whether the environment is complete and safe; connects to nothing
  admin create --email ADDRESS --given-name NAME --family-name NAME
                               an administrator; prints a link to choose the password
  company list
  company export COMPANY --to FOLDER
  company erase COMPANY --confirm NAME
                               everything a lender stored: see docs/operations/companies.md
  company move COMPANY --target FILE [--cancel]
                               to the cell whose environment the file has: see docs/operations/cells.md
  directory create --cells NAME,NAME
                               make the directory of several cells, at MIGRATION_DATABASE_URL: see docs/operations/cells.md
  directory key                a new CELL_KEY, and the public key for CELLS
  directory publish            tell the directory of this cell's people and companies
  outbox                       list the events that the relay gave up: see docs/operations/task-queues.md
  outbox requeue all|EVENT...  let the relay try them again
  rotate-key                   seal all company keys with the newest SECRET_KEY: see docs/operations/keys.md
  verify-audit [--log ID]      verify every audit entry and anchor: see docs/operations/audit.md
  verify-files [--company COMPANY]
                               compare every stored file with its scan: see docs/operations/backup.md
  demo                         a fictional lender to try the product with; not in production`;

type Command = (args: string[]) => Promise<void>;

const roleOf = (name: string | undefined): CheckedRole[] => {
  if (name === undefined) return ['web', 'worker'];
  if (name === 'web' || name === 'worker' || name === 'router') return [name];
  throw new Error(USAGE);
};

async function runAdmin(args: string[]): Promise<void> {
  const { positionals, values } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      email: { type: 'string' },
      'given-name': { type: 'string' },
      'family-name': { type: 'string' },
    },
  });
  if (positionals.join() !== 'create') throw new Error(USAGE);
  const config = readAdminConfig();
  const ask = await asker();
  const admin = {
    emailAddress: values.email ?? (await ask('Email address: ')),
    givenName: values['given-name'] ?? (await ask('Given name: ')),
    familyName: values['family-name'] ?? (await ask('Family name: ')),
  };
  ask.close();
  await requireOwner(config.url);
  const { createAdmin } = await import('./cli/create-admin.ts');
  const link = await createAdmin(config, admin);
  console.log(`${admin.emailAddress} is an administrator. To choose the password, open`);
  console.log(link);
  console.log(
    `It works once, within ${RESET_LINK_MINUTES} minutes. Repeat the command for a new one.`,
  );
}

const requireOwner = (url: string): Promise<void> => requireDatabase('MIGRATION_DATABASE_URL', url);

/** Asks for a missing value on a terminal; without a terminal, a missing value is an error. */
async function asker() {
  const lines = process.stdin.isTTY
    ? createInterface({ input: process.stdin, output: process.stdout })
    : undefined;
  const ask = async (question: string): Promise<string> => {
    if (!lines) throw new Error(USAGE);
    return (await lines.question(question)).trim();
  };
  return Object.assign(ask, { close: () => lines?.close() });
}

async function runCompany(args: string[]): Promise<void> {
  const { positionals, values } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      to: { type: 'string' },
      confirm: { type: 'string' },
      target: { type: 'string' },
      cancel: { type: 'boolean', default: false },
    },
  });
  const [action = '', idOrName] = positionals;
  const config = readCompanyConfig();
  await requireOwner(config.url);
  if (action === 'list') {
    const { listCompanies } = await import('./cli/company-tables.ts');
    for (const { id, name } of await listCompanies(config.url)) console.log(`${id}  ${name}`);
    return;
  }
  if (action === 'export' && idOrName && values.to) {
    const { exportCompany } = await import('./cli/export-company.ts');
    const summary = await exportCompany(config, { idOrName, folder: values.to });
    console.log(
      `${summary.company.name}: ${summary.rows} rows and ${summary.files} files in ${values.to}`,
    );
    for (const key of summary.damaged) console.error(`damaged or missing: ${key}`);
    if (summary.damaged.length > 0) process.exitCode = 1;
    return;
  }
  if (action === 'erase' && idOrName && values.confirm !== undefined) {
    const { eraseCompany } = await import('./cli/erase-company.ts');
    const summary = await eraseCompany(config, { idOrName, confirmedName: values.confirm });
    console.log(
      `${summary.company.name}: erased ${summary.rows} rows and ${summary.objects} files`,
    );
    return;
  }
  if (action === 'move' && idOrName && values.target !== undefined) {
    const target = readMoveTarget(parseEnv(readFileSync(values.target, 'utf8')));
    await requireOwner(target.url);
    if (config.directory) await requireDatabase('DIRECTORY_URL', config.directory.url);
    return runMove({ source: config, target, idOrName }, values.cancel);
  }
  throw new Error(USAGE);
}

async function runMove(
  cells: Pick<Move, 'source' | 'target' | 'idOrName'>,
  isCanceled: boolean,
): Promise<void> {
  const { cancelMove, moveCompany } = await import('./cli/move-company/move-company.ts');
  const { connectEngine } = await import('./cli/move-company/temporal-engine.ts');
  const engine = await connectEngine(readWorkerConfig());
  const move = { ...cells, engine, say: (line: string) => console.log(line) };
  try {
    if (isCanceled) return void (await cancelMove(move));
    const { company, rows, files, refusedFor } = await moveCompany(move);
    const seconds = (refusedFor / 1000).toFixed(1);
    console.log(
      `${company.name}: moved ${rows} rows and ${files} files, without writes for ${seconds} s`,
    );
  } catch (error) {
    if (!isStoreError(error)) throw error;
    // The store's error does not say which of the two cells it came from.
    const endpoints = [cells.source, cells.target].map(({ store }) => store.endpoint);
    throw new Error(storeSentence(error, [...new Set(endpoints)].join(' or ')), { cause: error });
  } finally {
    await engine.close();
  }
}

async function runDirectory(args: string[]): Promise<void> {
  const { positionals, values } = parseArgs({
    args,
    allowPositionals: true,
    options: { cells: { type: 'string' } },
  });
  const [action] = positionals;
  if (action === 'key') {
    const { newCellKey } = await import('./platform/cells/config-cells.ts');
    const { secret, shared } = newCellKey();
    console.log(`CELL_KEY=${secret}\npublic key, for CELLS: ${shared}`);
    return;
  }
  const { createDirectory, publishCell } = await import('./cli/directory.ts');
  if (action === 'create' && values.cells !== undefined) {
    const cells = values.cells.split(/[\s,]+/).filter(Boolean);
    const url = readMigrationUrl();
    await requireOwner(url);
    const passwords = await createDirectory(url, cells);
    for (const [role, password] of passwords) console.log(`${role}  ${password}`);
    console.log(`the directory knows the cells ${cells.join(', ')}`);
    return;
  }
  if (action !== 'publish') throw new Error(USAGE);
  const config = readCompanyConfig();
  if (!config.directory) throw new Error('CELL is not set');
  await requireOwner(config.url);
  await requireDatabase('DIRECTORY_URL', config.directory.url);
  const { companies, accounts, strangers, takenSubdomains } = await publishCell(
    config.url,
    config.directory,
  );
  console.log(`published ${companies} companies and ${accounts} people`);
  for (const id of strangers) console.error(`has another id in another cell: account ${id}`);
  for (const id of takenSubdomains)
    console.error(`has a subdomain of another company: company ${id}`);
  if (strangers.length + takenSubdomains.length > 0) process.exitCode = 1;
}

async function runOutbox([action = 'list', ...ids]: string[]): Promise<void> {
  const isList = action === 'list' && ids.length === 0;
  if (!isList && !(action === 'requeue' && ids.length > 0)) throw new Error(USAGE);
  const url = readMigrationUrl();
  await requireOwner(url);
  const { listGivenUp, requeue } = await import('./cli/outbox.ts');
  if (isList) {
    const { events, count } = await listGivenUp(url);
    for (const event of events) console.log(JSON.stringify(event));
    console.log(`${count} events given up`);
    return;
  }
  const isAll = ids.length === 1 && ids[0] === 'all';
  console.log(`${await requeue(url, isAll ? 'all' : ids)} events requeued`);
}

async function startRole(role: 'web' | 'worker'): Promise<void> {
  try {
    await import('./main.ts');
  } catch (error) {
    console.error(error);
    console.error(`cairn check ${role} names the setting or the service at fault`);
    // Connections that were opened before the failure would keep the process alive: it would do no work, and no
    // supervisor would restart it.
    process.exit(1);
  }
}

const commands: Record<string, Command> = {
  // main.ts reads the role from the arguments itself.
  web: () => startRole('web'),
  worker: () => startRole('worker'),
  router: async () => void (await (await import('./router/main.ts')).startRouter()),
  directory: runDirectory,
  async migrate() {
    const url = readMigrationUrl();
    await requireOwner(url);
    const applied = await migrate(url, { log: (line) => console.log(line) });
    console.log(applied.length > 0 ? `applied ${applied.join(', ')}` : 'nothing to apply');
    const failedChecks = await violations(url);
    for (const each of failedChecks) console.error(each);
    if (failedChecks.length > 0)
      throw new Error(`${failedChecks.length} checks of the schema do not hold`);
    console.log('all checks hold');
    const { asOwner } = await import('./cli/owner-session.ts');
    const { loadArticles } = await import('./modules/learning-center/starter-articles.ts');
    const added = await asOwner(url, loadArticles);
    if (added > 0) console.log(`added ${added} articles to the learning center`);
  },
  async setup() {
    const { setUpStore } = await import('./cli/set-up-store.ts');
    const buckets = await setUpStore(readSetupConfig());
    console.log(`the buckets ${buckets.join(', ')} are set up`);
  },
  async check(args) {
    const { positionals, values } = parseArgs({
      args,
      allowPositionals: true,
      options: { json: { type: 'boolean' } },
    });
    const results = await checkInstallation(process.env, roleOf(positionals[0]));
    if (values.json) console.log(JSON.stringify(results, null, 2));
    else printResults(results, console.log);
    if (results.some(({ ok }) => !ok)) process.exitCode = 1;
  },
  async 'check-config'([role]) {
    if (role === 'web') readWebConfig();
    else if (role === 'worker') readWorkerConfig();
    else if (role === 'router') readRouterConfig();
    else readConfig();
    console.log('the configuration is usable');
  },
  admin: runAdmin,
  company: runCompany,
  outbox: runOutbox,
  async 'rotate-key'() {
    const config = readRotationConfig();
    await requireOwner(config.url);
    const { rewrapped, unreadable } = await rotateKey(config);
    console.log(`${rewrapped} company keys sealed with the newest SECRET_KEY`);
    if (unreadable > 0) {
      throw new Error(`${unreadable} company keys cannot be opened: add the key that sealed them`);
    }
    console.log('no company key needs an older SECRET_KEY: they can be removed');
  },
  async 'verify-audit'(args) {
    // Exit code 2: verification could not run, which says nothing about the log.
    process.exitCode = 2;
    await requireDatabase('RELAY_DATABASE_URL', readAuditConfig().url);
    process.exitCode = await runVerifyAudit(args);
  },
  async 'verify-files'(args) {
    const { values } = parseArgs({ args, options: { company: { type: 'string' } } });
    const { verifyFiles } = await import('./cli/verify-files.ts');
    // Exit code 2: verification could not run, which says nothing about the files.
    process.exitCode = 2;
    const config = readCompanyConfig();
    await requireOwner(config.url);
    const summary = await verifyFiles(config, {
      company: values.company,
      onFinding: (finding) => console.log(JSON.stringify(finding)),
    });
    console.log(JSON.stringify({ summary }));
    process.exitCode = summary.findings > 0 ? 1 : 0;
  },
  async demo() {
    requireDevelopment();
    // The production image has no demo data, because it uses the factories of the tests.
    const seed = new URL('../../../tools/database/seed.ts', import.meta.url);
    await import(seed.href);
  },
};

try {
  const [name = '', ...args] = process.argv.slice(2);
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) throw new Error(USAGE);
  await command(args);
} catch (error) {
  console.error(failureSentence(error, process.env));
  process.exitCode ||= 1;
}
