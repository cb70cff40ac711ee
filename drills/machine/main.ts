/**
 * node drills/machine/main.ts [--control]
 *
 * Installs the product on one machine with its images, following docs/operations/one-machine.md word for word: every
 * command of its sections is extracted from that file and executed, and none may be left over. Install, first
 * administrator, lender, loan, upload, scan, download, backup; then the machine is lost, and on an empty one everything
 * is restored and work continues. Each step is timed. With --control the backup is older than the upload, and the drill
 * must find that the file is missing. Needs root, podman, podman-compose and `npm run images -- --services --offline`.
 * See drills/README.md.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { until } from '@cairn/testing';
import { repository } from '../../tools/images/engine.ts';
import { find } from '../../tools/services/install.ts';
import { Machine } from './machine.ts';
import { Manual } from './manual.ts';
import { Network } from './network.ts';
import * as people from './people.ts';
import { Site } from './site.ts';

const DOMAIN = 'loans.example.com';
const ADMIN = 'you@example.com';
const BUDGET_SECONDS = 900;
const SERVICES = [
  ...['caddy', 'web', 'worker', 'migrate', 'cairn', 'postgres', 'store', 'clamav'],
  ...['temporal-schema', 'temporal', 'temporal-namespace'],
];
/** The only finding that an installation without internet access may have. */
const NO_OFFICIAL_SIGNATURES = /clamd .* has no official signatures/;
const INSIDE = 'CAIRN_DRILL_INSIDE';

const { values } = parseArgs({ options: { control: { type: 'boolean' } } });
const isControl = values.control ?? false;
if (process.getuid?.() !== 0) {
  console.error('SKIPPED: only root can make network namespaces');
  process.exit(75);
}
for (const program of ['podman', 'podman-compose']) {
  if (find(program) !== undefined) continue;
  console.error(`SKIPPED: ${program} is missing: see drills/README.md`);
  process.exit(75);
}
if (!process.env[INSIDE]) process.exit(runInside());

const network = new Network(SERVICES, DOMAIN);
const machine = new Machine(join(repository, '.cache/machine'), DOMAIN);
const manual = new Manual(join(repository, 'docs/operations/one-machine.md'), [
  'Steps',
  'Back up and restore',
]);
const began = performance.now();
try {
  await drill();
} finally {
  await machine.remove();
}

async function drill(): Promise<void> {
  network.create();
  machine.create(network);
  await install();
  const { owner, loanId } = await begin();
  if (isControl) await backUp();
  const document = await step('upload, scan, and a virus blocked', () =>
    people.uploadBoth(owner, loanId),
  );
  await step('download', () => people.download(owner, document));
  if (!isControl) await backUp();
  await step('the machine is lost', () => machine.lose(network));
  await restore();
  await goOn(loanId, document);
  if (isControl) return;
  const seconds = Math.round((performance.now() - began) / 1000);
  if (manual.left.length > 0) throw new Error(`never run: ${manual.left.join('; ')}`);
  if (seconds > BUDGET_SECONDS) throw new Error(`over the budget of ${BUDGET_SECONDS} s`);
  console.log(`one machine: installed, used, lost and restored, ${seconds} s`);
}

async function install(): Promise<void> {
  await step('settings and certificate', async () => {
    for (const words of ['new-settings.sh', 'chmod', 'EDITOR', 'new-certificate.sh']) {
      await machine.run(manual.take(words));
    }
  });
  await machine.startMail();
  await step('start, until pages are served', () => startFirst(manual.take(' up -d')));
  await step('setup', () => machine.run(manual.take(' setup')));
  await step('check', () => check(manual.take(' check')));
}

async function begin(): Promise<{ owner: Site; loanId: string }> {
  const [admin, owner] = [newBrowser(), newBrowser()];
  await step('first administrator', async () => {
    const printed = await machine.run(manual.take('admin create'));
    const [link] = /https:\/\/\S+#reset=\S+/.exec(printed) ?? [];
    await people.becomeAdmin(admin, link!, ADMIN);
  });
  await step('lender, whose owner accepts by email', () =>
    people.createCompany(admin, owner, machine.emails),
  );
  const loanId = await step('loan', () => people.createLoan(owner));
  return { owner, loanId };
}

async function goOn(loanId: string, document: people.Stored): Promise<void> {
  const owner = newBrowser();
  await people.logInAsOwner(owner);
  const failure = await people.download(owner, document).then(
    () => undefined,
    (error: unknown) => String(error),
  );
  if (isControl) {
    console.log(failure ? `control caught: ${failure}` : 'control MISSED');
    process.exitCode = failure ? 0 : 1;
    return;
  }
  if (failure) throw new Error(`after the restore: ${failure}`);
  await step('files verified', () => machine.run(manual.take('verify-files')));
  await step('work goes on: upload and scan', () => people.uploadBoth(owner, loanId));
}

/**
 * If health checks or the order of starts do not work (see `writeOverride`), this waits for the containers that end
 * at the first start.
 */
async function startFirst(command: string): Promise<void> {
  await machine.run('docker compose -f deploy/compose.yaml up -d postgres');
  await until(
    () =>
      machine
        .run('podman exec cairn_postgres_1 pg_isready -q -U cairn_app -d cairn -h 127.0.0.1')
        .then(
          () => true,
          () => false,
        ),
    60_000,
  );
  await machine.run('docker compose -f deploy/compose.yaml up -d migrate temporal-schema');
  const ended = await machine.run('podman wait cairn_migrate_1 cairn_temporal-schema_1');
  if (!/^0\n0\n$/.test(ended)) throw new Error(`not migrated: ${ended}`);
  await start(command);
}

async function start(command: string): Promise<void> {
  await machine.run(command);
  await machine.addSignature();
  await until(() => isServed(), 300_000);
}

/** The pages and the files beside them are served; the store is created at the first start. */
async function isServed(): Promise<boolean> {
  const [page, files] = [`https://${DOMAIN}/`, `https://files.${DOMAIN}/`];
  const site = newBrowser();
  const statuses = await Promise.all(
    [page, files].map((url) =>
      site.reach(new URL(url)).then(
        ({ status }) => status,
        () => 0,
      ),
    ),
  );
  return statuses.every((status) => status > 0 && status < 500);
}

/** Repeated while something is still starting. */
async function check(command: string): Promise<void> {
  const deadline = performance.now() + 120_000;
  for (;;) {
    try {
      return await checkOnce(command);
    } catch (error) {
      if (performance.now() > deadline) throw error;
    }
  }
}

async function checkOnce(command: string): Promise<void> {
  const printed = await machine
    .run(command)
    .catch((error: unknown) => String((error as { stdout?: string }).stdout));
  if (!/checks failed|Everything is in order/.test(printed)) throw new Error(printed);
  const findings = printed.split('\n').filter((line) => line.startsWith('FAILED'));
  const others = findings.filter((line) => !NO_OFFICIAL_SIGNATURES.test(line));
  if (others.length > 0 || findings.length > 1) throw new Error(printed);
}

async function backUp(): Promise<void> {
  const command = manual.take('back-up.sh').replace('/srv/backup', join(machine.folder, 'safe'));
  await step('backup, with the pause', () => start(command));
}

async function restore(): Promise<void> {
  const safe = join(machine.folder, 'safe');
  const [copy = ''] = await readdir(safe);
  const command = manual.take('restore.sh').replace(/\/srv\/backup\/\S+/, join(safe, copy));
  await step('restore, until pages are served', () => start(command));
}

function newBrowser(): Site {
  const certificate = readFileSync(join(machine.folder, 'deploy/certs/site.pem'), 'utf8');
  return new Site({ domain: DOMAIN, address: network.addressOf('caddy'), certificate });
}

async function step<T>(name: string, work: () => Promise<T>): Promise<T> {
  const from = performance.now();
  const result = await work();
  console.log(`${((performance.now() - from) / 1000).toFixed(1).padStart(7)} s  ${name}`);
  return result;
}

/**
 * Runs in separate mount and network namespaces, which remove everything it created when it ends and use none of the
 * machine's ports.
 */
function runInside(): number {
  const mounts =
    'mount --make-rprivate / && mkdir -p /run/netns && mount -t tmpfs none /run/netns && ' +
    'if [ -e /sys/fs/cgroup/unified ]; then umount -l /sys/fs/cgroup && mount -t cgroup2 none /sys/fs/cgroup; fi && exec "$@"';
  const command = [process.execPath, ...process.argv.slice(1)];
  const { status } = spawnSync('unshare', ['-m', '-n', 'sh', '-c', mounts, 'sh', ...command], {
    stdio: 'inherit',
    env: { ...process.env, [INSIDE]: 'yes' },
  });
  return status ?? 1;
}
