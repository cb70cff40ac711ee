/**
 * node drills/noisy/main.ts [--seconds 60] [--rate 3] [--company-rate 100] [--control]
 *
 * Bar C15: one of ten lenders makes ten times the calls of all lenders together. The 95th percentile of the other
 * lenders' calls must be at most 1.5 times its value without that load, none of their calls may fail, and afterwards it
 * must return to its earlier value. With --control all limits per lender are off, and the drill must find that the bar
 * is missed. See drills/README.md and docs/operations/limits.md.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { makeDatabase, makeTemplate, startTestServer } from '@cairn/testing';
import { cpuSeconds, machineSeconds } from '@cairn/testing/load/cpu-seconds';
import { environment, status, up } from '../../tools/services/index.ts';
import { HOST } from '../../tools/services/profile.ts';
import { Release } from '../upgrade/release.ts';
import { load, type Person, type Result } from './load.ts';

const PORT = 24_570;
const LENDERS = 10;
const EMPLOYEES = 8;
/** Enough employees that none of them reaches the limit of an account. */
const NOISY_EMPLOYEES = 60;
const TIMES_THE_LOAD = 10;
const MAX_SLOWDOWN = 1.5;
const RECOVERY_SECONDS = 5;
/**
 * Time until code is compiled and statements are planned; otherwise the baseline would be too slow and the bar too easy
 * to meet.
 */
const WARM_UP_SECONDS = 30;
/** If other processes use more than this share of the CPUs, measured times are meaningless. */
const MAX_OTHERS = 0.1;

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    /** Calls per second of each lender. */
    rate: { type: 'string', default: '3' },
    /** Replaces the product's own limit. */
    'company-rate': { type: 'string' },
    control: { type: 'boolean' },
  },
});
const isControl = values.control ?? false;
const seconds = Number(values.seconds);
const rate = Number(values.rate);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));

await up('test');
const began = performance.now();
Object.assign(process.env, environment('test'));
const url = environment('test')['MIGRATION_DATABASE_URL']!;
await makeTemplate(url);
const database = await makeDatabase(url, true);
const server = await startTestServer({ database, logLevel: 'fatal', feedRuns: false });
const { given } = server;
const origin = `http://${HOST}:${PORT}`;
const web = await Release.current().start(
  'web',
  {
    ...environment('test'),
    DATABASE_URL: database.urls.app,
    RELAY_DATABASE_URL: database.urls.relay,
    PUBLIC_URL: origin,
    PORT: String(PORT),
    ...(values['company-rate'] && { COMPANY_CALLS_PER_SECOND: values['company-rate'] }),
    LIMIT_FACTOR: isControl ? '10000' : '1',
    LOG_LEVEL: 'fatal',
  },
  `${origin}/readyz`,
);
const services = (await status('test')).flatMap(({ pids }) => pids);
const findings: string[] = [];
console.log(
  `load of the machine before: ${loadavg()
    .map((each) => each.toFixed(1))
    .join(' ')}`,
);
const before = processorTimes();
try {
  await drill();
} finally {
  await web.stop();
  await server.stop();
  await database.drop();
}
sayOthers();
conclude();

async function lender(employees: number): Promise<Person[]> {
  const company = await given.company();
  const phase = await given.phase(company);
  const people: Person[] = [];
  for (let index = 0; index < employees; index += 1) {
    const employee = await given.employee(company, { level: 'OWNER' });
    const loan = await given.loan(phase);
    await given.role(loan, employee, 'LENDER');
    const token = await given.session(employee, { roleLevel: 'LENDER', company });
    people.push({ token, loanId: loan.id });
  }
  return people;
}

async function drill(): Promise<void> {
  const others: Person[] = [];
  for (let index = 1; index < LENDERS; index += 1) others.push(...(await lender(EMPLOYEES)));
  const noisy = await lender(NOISY_EMPLOYEES);
  const perSecond = rate * (LENDERS - 1);
  const measure = (duration: number): Promise<Result> =>
    load({ origin, people: others, perSecond, seconds: duration });
  await measure(WARM_UP_SECONDS);
  const usual = say('without noise', await measure(seconds));

  const noise = startNoise({
    origin,
    people: noisy,
    perSecond: TIMES_THE_LOAD * rate * LENDERS,
    seconds: seconds + 4,
  });
  // Waits until the noisy lender has used up its burst allowance.
  await load({ origin, people: others, perSecond, seconds: 2 });
  const during = await measure(seconds);
  const loud = say(`one lender makes ${TIMES_THE_LOAD} times the calls of all`, during);
  const { statuses, times } = await noise;
  console.log(
    `that lender: ${JSON.stringify(statuses)}, p95 of those answered ${p95(times).toFixed(1)} ms`,
  );
  if (times.length === 0) findings.push('the noisy lender was shut out');

  await measure(RECOVERY_SECONDS);
  const after = say(`from ${RECOVERY_SECONDS} s after the noise`, await measure(seconds));
  if (loud > MAX_SLOWDOWN * usual) {
    findings.push(`p95 is ${(loud / usual).toFixed(2)} times the usual, ${MAX_SLOWDOWN} allowed`);
  } else console.log(`p95 is ${(loud / usual).toFixed(2)} times the usual`);
  if (after > MAX_SLOWDOWN * usual)
    findings.push(`p95 stays at ${(after / usual).toFixed(2)} times`);
}

async function startNoise(plan: object): Promise<Result> {
  const child = spawn(process.execPath, [`${import.meta.dirname}/noise.ts`, JSON.stringify(plan)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  process.once('exit', () => child.kill('SIGKILL'));
  let printed = '';
  child.stdout.on('data', (data: Buffer) => (printed += data.toString()));
  await once(child, 'close');
  return JSON.parse(printed) as Result;
}

/** CPU seconds of the whole machine, and of the product, its services and this drill. */
function processorTimes(): { all: number; own: number; at: number } {
  const own = cpuSeconds([process.pid, ...services]);
  return { all: machineSeconds(), own, at: performance.now() };
}

function sayOthers(): void {
  const after = processorTimes();
  const used = after.all - before.all - (after.own - before.own);
  const others = used / (((after.at - before.at) / 1000) * availableParallelism());
  const validity = others > MAX_OTHERS ? ': NOT VALID, times need an idle machine' : '';
  console.log(`other processes took ${(100 * others).toFixed(1)} % of the processors${validity}`);
}

function p95(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? Number.NaN;
}

function say(name: string, { times, statuses }: Result): number {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number): string =>
    (sorted[Math.floor(sorted.length * share)] ?? Number.NaN).toFixed(1);
  console.log(
    `${name}: ${times.length} calls of the others, p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, p99 ${at(0.99)} ms`,
  );
  const { 200: _answered, ...failed } = statuses;
  if (Object.keys(failed).length > 0) findings.push(`${name}: ${JSON.stringify(failed)}`);
  return p95(times);
}

function conclude(): never {
  const duration = Math.round((performance.now() - began) / 1000);
  for (const finding of findings) console.log(`  ${finding}`);
  const isMissed = findings.some((each) => each.startsWith('p95 is'));
  if (isControl) {
    console.log(`control ${isMissed ? 'caught' : 'MISSED'}, ${duration} s`);
    process.exit(isMissed ? 0 : 1);
  }
  console.log(
    `${findings.length === 0 ? 'noisy: the others do not notice' : 'NOT REACHED'}, ${duration} s`,
  );
  process.exit(findings.length === 0 ? 0 : 1);
}
