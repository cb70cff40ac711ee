/**
 * node drills/install/main.ts [--control]
 *
 * Installs the product on Debian without images, following docs/operations/install.md, temporal.md and backup.md:
 * their commands are extracted from the pages and executed, and none of install.md may be left over. Uses two empty
 * Debian systems, each with its own files and network: one for the product, one for Postgres. Install, first
 * administrator, lender, loan, upload, scan, download, backup; then the database machine and all files are lost, an
 * empty machine is restored, and work continues. Each step is timed. With --control the archive is not replayed, and
 * the drill must find that the last upload is missing. Needs root and debootstrap. See drills/README.md.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, openSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { until } from '@cairn/testing';
import { installMissing, repository } from '../../tools/images/engine.ts';
import { compileTemporal } from '../../tools/images/temporal.ts';
import { MAIL_PORT, MailRelay } from '../machine/mail.ts';
import { Manual } from '../machine/manual.ts';
import { GATEWAY, Network } from '../machine/network.ts';
import * as people from '../machine/people.ts';
import { Site } from '../machine/site.ts';
import { DatabaseMachine } from './database.ts';
import { makeCertificate, Store, STORE_HOST } from './outside.ts';
import { ProductMachine } from './product.ts';
import { fetchDebian, work } from './root.ts';
import { newSecret } from './secrets.ts';

const DOMAIN = 'loans.example.com';
const ADMIN = 'you@example.com';
const BACKUP_BUCKET = 'example-cairn-backup';
const BUDGET_SECONDS = 1500;
/** The only finding that an installation without internet access may have. */
const NO_OFFICIAL_SIGNATURES = /clamd .* has no official signatures/;
const INSIDE = 'CAIRN_DRILL_INSIDE';

const { values } = parseArgs({ options: { control: { type: 'boolean' } } });
const isControl = values.control ?? false;
if (process.getuid?.() !== 0) {
  console.error('SKIPPED: only root can make a Debian root');
  process.exit(75);
}
if (!process.env[INSIDE]) process.exit(await runOutside());

const page = (name: string, sections: readonly string[]): Manual =>
  new Manual(join(repository, 'docs/operations', name), sections);
const manual = page('install.md', ['The machine', 'Steps']);
const temporalManual = page('temporal.md', ['The server on Postgres']);
const backupManual = page('backup.md', ['Set up', 'Restore']);

const network = new Network(['loans', 'db'], DOMAIN);
network.create();
const certificate = makeCertificate(work);
const hosts = [
  '127.0.0.1 localhost',
  `${network.addressOf('loans')} ${DOMAIN}`,
  `${network.addressOf('db')} db.example.com`,
  `${GATEWAY} mail.example.com ${STORE_HOST} ${BACKUP_BUCKET}.${STORE_HOST} example-loans-vault.${STORE_HOST}`,
].join('\n');
const [store, mail] = [new Store(), new MailRelay()];
const database = new DatabaseMachine(certificate, hosts);
const product = new ProductMachine(certificate, hosts);
const passwords = {
  migrator: newSecret(),
  app: newSecret(),
  relay: newSecret(),
  temporal: newSecret(),
};
/** Commands at the start of every terminal of the user `cairn`, once there is a release with settings. */
let prepare: readonly string[] = [];
/** The commands of the web and worker processes. */
let commands: readonly string[] = [];
/** The point in time to restore. */
let moment = '';

const began = performance.now();
try {
  await drill();
} catch (error) {
  console.error(product.printed);
  throw error;
} finally {
  await product.stopProcesses();
  store.stop();
  mail.stop();
}
rmSync(work, { recursive: true, force: true });
process.exit();

async function drill(): Promise<void> {
  await mail.start({ folder: join(work, 'mail'), ...certificate });
  await store.start(join(work, 'store'), certificate);
  await store.createBucket(BACKUP_BUCKET);
  await step('database machine: packages', () => installDatabase());
  await step('database machine: settings, start', () => database.start());
  await install();
  const { owner, loanId } = await begin();
  const first = await step('upload, scan, and a virus blocked', () =>
    people.uploadBoth(owner, loanId),
  );
  await step('download', () => people.download(owner, first));
  await step('backup: stanza, full', async () => {
    for (const words of ['stanza-create', '--type=full'])
      await database.run(backupManual.take(words));
  });
  const second = await people.uploadBoth(owner, loanId);
  await step('backup: incremental', () => database.run(backupManual.take('--type=incr')));
  // Contained only in the archive.
  const third = await people.uploadBoth(owner, loanId);
  await step('copy of the files', () => copyVault());
  await lose(owner, loanId);
  await restore();
  await goOn(loanId, [first, second, third]);
  if (isControl) return;
  const seconds = Math.round((performance.now() - began) / 1000);
  if (manual.left.length > 0) throw new Error(`never run: ${manual.left.join('; ')}`);
  if (seconds > BUDGET_SECONDS) throw new Error(`over the budget of ${BUDGET_SECONDS} s`);
  console.log(`Debian: installed, used, lost and restored, ${seconds} s`);
}

async function installDatabase(): Promise<void> {
  database.create();
  await database.install(aptOf(backupManual));
  await database.configure(backupManual, { id: 'cairn-owner', secret: store.secrets.owner });
}

/** The same line for the first machine and its replacement. */
function aptOf(from: Manual): string {
  return from.all.find((line) => line.includes('apt-get'))!;
}

async function install(): Promise<void> {
  const packages = ['apt-get update', ...Array<string>(5).fill('apt-get install'), 'useradd'];
  await step('machine: packages', () =>
    product.install(packages.map((words) => manual.take(words))),
  );
  const terminal = await product.getRelease(join(work, 'cairn.bundle'));
  const [clone, toolchain] = [manual.take('git clone'), manual.take('toolchain.sh')];
  await step('release, Node', async () => {
    await terminal.run(clone.replace('REPOSITORY', '/srv/cairn.bundle'));
    await terminal.run(toolchain);
  });
  await step('npm ci', () => terminal.run(manual.take('npm ci')));
  await step('npm run build', () => terminal.run(manual.take('npm run build')));
  await step('ClamAV and nginx', () =>
    product.startServices([
      manual.take('clamd.conf'),
      manual.take('nginx.conf').replace('HOST', DOMAIN),
    ]),
  );
  await database.createAdministrator();
  await product.operate([toolchain]);
  await step('database and roles', () =>
    product.run(
      manual
        .take('bootstrap.sql')
        .replace('ADMINISTRATOR@HOST', `dba:${database.adminPassword}@db.example.com`),
      [passwords.migrator, passwords.app, passwords.relay],
    ),
  );
  await step('Temporal on Postgres', () => startTemporal());
  product.writeEditor(settings());
  const load = await step('settings', async () => {
    await product.run(manual.take('cairn.env.example'));
    await product.run(manual.take('EDITOR'));
    const command = manual.take('set -a');
    await product.run(command);
    return command;
  });
  prepare = [toolchain, load];
  await step('migrate', () => product.run(manual.take('cairn migrate')));
  await step('setup', () => product.run(manual.take('cairn setup')));
  await step('check', () => check(manual.take('cairn check')));
}

async function startTemporal(): Promise<void> {
  for (const words of [
    'create role temporal',
    'database temporal owner',
    'database temporal_visibility',
  ]) {
    await database.query(temporalManual.take(words).replace('…', passwords.temporal));
  }
  await product.startTemporal(temporalManual, passwords.temporal);
}

function settings(): Record<string, string> {
  const url = (role: string, password: string): string =>
    `postgres://${role}:${password}@db.example.com/cairn?sslmode=verify-full`;
  const { owner, upload, web, worker } = store.secrets;
  const key = (name: string, id: string, secret: string): Record<string, string> => ({
    [`S3_${name}_ACCESS_KEY_ID`]: id,
    [`S3_${name}_SECRET_ACCESS_KEY`]: secret,
  });
  const users = ['owner', 'upload', 'web', 'worker'];
  return {
    SECRET_KEY: newSecret(),
    DATABASE_URL: url('cairn_app', passwords.app),
    RELAY_DATABASE_URL: url('cairn_relay', passwords.relay),
    MIGRATION_DATABASE_URL: url('cairn_migrator', passwords.migrator),
    ...key('UPLOAD', 'cairn-upload', upload),
    ...key('WEB', 'cairn-web', web),
    ...key('WORKER', 'cairn-worker', worker),
    ...key('AUDIT', 'cairn-owner', owner),
    ...key('SETUP', 'cairn-owner', owner),
    ...Object.fromEntries(
      users.map((user) => [
        `S3_${user.toUpperCase()}_PRINCIPAL`,
        `arn:aws:iam:::user/cairn-${user}`,
      ]),
    ),
    TEMPORAL_ADDRESS: '127.0.0.1:7233',
    TEMPORAL_NAMESPACE: 'cairn',
    TEMPORAL_TLS: '',
    SMTP_URL: `smtps://mail.example.com:${MAIL_PORT}`,
    TWILIO_ACCOUNT_SID: 'AC0123456789abcdef0123456789abcdef',
    TWILIO_AUTH_TOKEN: '0123456789abcdef0123456789abcdef',
    TWILIO_FROM: '+15550100000',
  };
}

async function begin(): Promise<{ owner: Site; loanId: string }> {
  const [admin, owner] = [newBrowser(), newBrowser()];
  const printed = await step('first administrator: link', () =>
    product.run(manual.take('admin create')),
  );
  commands = [manual.take('cairn web'), manual.take('cairn worker')];
  await step('web and worker, until pages are served', () => startProduct());
  const [link] = /https:\/\/\S+#reset=\S+/.exec(printed) ?? [];
  await step('first administrator: password', () => people.becomeAdmin(admin, link!, ADMIN));
  await step('lender, whose owner accepts by email', () =>
    people.createCompany(admin, owner, mail),
  );
  const loanId = await step('loan', () => people.createLoan(owner));
  return { owner, loanId };
}

async function startProduct(): Promise<void> {
  for (const command of commands) await product.startProcess(prepare, command);
  await until(
    () =>
      newBrowser()
        .call('getVersion')
        .then(
          ({ status }) => status === 200,
          () => false,
        ),
    120_000,
  );
}

/** Copied to the product's machine, because the drill loses the other one. */
async function copyVault(): Promise<void> {
  await product.asRoot().run('apt-get install -y --no-install-recommends rclone');
  await product.run('mkdir -p ~/.config/rclone');
  const filled = backupManual
    .text('[store]')
    .replace('access_key_id=…', 'access_key_id=cairn-worker')
    .replace('secret_access_key=…', `secret_access_key=${store.secrets.worker}`);
  product.write('home/cairn/.config/rclone/rclone.conf', filled);
  await product.asRoot().run('install -d -o cairn /srv/vault');
  await product.run(backupManual.take('rclone copy --immutable store:'));
}

async function lose(owner: Site, loanId: string): Promise<void> {
  moment = (await database.query('select clock_timestamp()')).trim();
  // Later than the point in time, so that the archive extends beyond it.
  await people.upload(owner, loanId, 'after the moment that is restored\n');
  await database.archiveAll();
  await product.stopProcesses();
  await step('the database and all files are lost', async () => {
    await database.lose();
    await product.run('rclone delete store:example-loans-vault');
  });
}

async function restore(): Promise<void> {
  const load = backupManual.take('pgbackrest --stanza=main --type=time');
  const target = isControl
    ? load.replace('--type=time', '--type=immediate').replace(/ --target='[^']*'/, '')
    : load.replace(/--target='[^']*'/, `--target='${moment}'`);
  await step('restore: packages of an empty database machine', () => installDatabase());
  await step('restore: database', async () => {
    await database.run(backupManual.take('rm -rf'));
    await database.run(target);
  });
  await step('restore: recovery, until it answers', () =>
    database.start(backupManual.take('pg_ctlcluster')),
  );
  await step('restore: files', () =>
    product.run(backupManual.take('rclone copy --immutable /srv')),
  );
  await product.startAgainTemporal(passwords.temporal);
  await step('restore: migrate', () => product.run(backupManual.take('cairn migrate')));
  await step('restore: check', () => check(backupManual.take('cairn check')));
  await step('restore: web and worker, until pages are served', () => startProduct());
}

async function goOn(loanId: string, uploaded: readonly people.Stored[]): Promise<void> {
  const owner = newBrowser();
  await people.logInAsOwner(owner);
  const failures: string[] = [];
  for (const each of uploaded) {
    await people.download(owner, each).catch((error: unknown) => failures.push(String(error)));
  }
  if (isControl) {
    console.log(failures.length > 0 ? `control caught: ${failures.join('; ')}` : 'control MISSED');
    process.exitCode = failures.length > 0 ? 0 : 1;
    return;
  }
  if (failures.length > 0) throw new Error(`after the restore: ${failures.join('; ')}`);
  await step('files verified', () => product.run(backupManual.take('verify-files')));
  await step('audit log verified', () => product.run(backupManual.take('verify-audit')));
  await step('work goes on: upload and scan', () => people.uploadBoth(owner, loanId));
}

async function check(command: string): Promise<void> {
  const printed = await product
    .run(command)
    .catch((error: unknown) => (error as { printed: string }).printed);
  if (!/checks failed|Everything is in order/.test(printed)) throw new Error(printed);
  const findings = printed.split('\n').filter((line) => line.startsWith('FAILED'));
  const others = findings.filter((line) => !NO_OFFICIAL_SIGNATURES.test(line));
  if (others.length > 0 || findings.length > 1) throw new Error(printed);
}

function newBrowser(): Site {
  return new Site({
    domain: DOMAIN,
    address: network.addressOf('loans'),
    others: { [STORE_HOST]: GATEWAY },
    certificate: readFileSync(certificate.certificate, 'utf8'),
  });
}

async function step<T>(name: string, action: () => Promise<T>): Promise<T> {
  const from = performance.now();
  const result = await action();
  console.log(`${((performance.now() - from) / 1000).toFixed(1).padStart(7)} s  ${name}`);
  return result;
}

/**
 * Runs in separate mount, network and process namespaces, which remove everything it created when it ends and use
 * none of the machine's ports. The empty Debian systems and Temporal's programs are prepared before the clock starts,
 * which takes ten minutes or more the first time.
 */
async function runOutside(): Promise<number> {
  await installMissing('debootstrap');
  rmSync(work, { recursive: true, force: true });
  mkdirSync(work, { recursive: true });
  for (const release of ['bookworm', 'sid']) fetchDebian(release);
  await compileTemporal();
  const commit = join(work, 'release.git');
  const bundle = ['bundle', 'create', '-q', join(work, 'cairn.bundle'), 'HEAD'];
  execFileSync('git', ['clone', '-q', '--bare', '--depth', '1', `file://${repository}`, commit]);
  execFileSync('git', ['-C', commit, ...bundle]);
  const mounts =
    'mount --make-rprivate / && mkdir -p /run/netns && mount -t tmpfs none /run/netns && exec "$@"';
  const inside = ['sh', '-c', mounts, 'sh', process.execPath, ...process.argv.slice(1)];
  const own = ['-m', '-n', '-p', '-f', '--mount-proc', '--kill-child'];
  const { status } = spawnSync('unshare', [...own, ...inside], {
    stdio: ['inherit', 'inherit', 'inherit', openSync('/proc/self/ns/net', 'r')],
    env: { ...process.env, [INSIDE]: 'yes' },
  });
  return status ?? 1;
}
