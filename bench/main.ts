/**
 * Measures the application against the bare engines beneath it. See README.md.
 *   node bench/main.ts [--quick] [--bars 1,2,3,4,8,9,11] [--gate] [--tenants N] [--loans N] …
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { environment, up } from '../tools/services/index.ts';
import { durableWorkBar } from './bars/durable-work.ts';
import { loanListBar } from './bars/loan-list.ts';
import { deepPageBar } from './bars/deep-page.ts';
import { rowSecurityBar } from './bars/row-security.ts';
import { saturationBar } from './bars/saturation.ts';
import { tenantSizeBar } from './bars/tenant-size.ts';
import { writeBars } from './bars/write.ts';
import { asOwner, dropDatabase, makeDatabase } from './database.ts';
import { measureBar, type Bar } from './experiment.ts';
import { judge, print, type Verdict } from './report.ts';
import type { Plan } from './rounds.ts';
import { loadTenants, type Size } from './tenants.ts';
import type { World } from './world.ts';

const BARS: readonly Bar[] = [
  loanListBar,
  rowSecurityBar,
  tenantSizeBar,
  deepPageBar,
  ...writeBars,
  durableWorkBar,
  saturationBar,
];

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    gate: { type: 'boolean', default: false },
    bars: { type: 'string', default: '1,2,3,4,8,9' },
    tenants: { type: 'string', default: '1500' },
    loans: { type: 'string', default: '1000' },
    'other-loans': { type: 'string', default: '20' },
    people: { type: 'string', default: '20' },
    delay: { type: 'string', default: '0.5' },
    keep: { type: 'boolean', default: false },
  },
});

const size: Size = {
  tenants: Number(values.tenants),
  loans: Number(values.loans),
  otherLoans: Number(values['other-loans']),
  people: Number(values.people),
};

/** A quick run only shows that everything works; its figures mean nothing. */
const plan = (full: Plan): Plan => (values.quick ? { ...full, rounds: 3, warmUp: 1 } : full);

/** Uses the services in the environment, as the application does; otherwise starts its own. */
async function findServices(): Promise<Record<string, string>> {
  const usual = environment('test');
  if (process.env['MIGRATION_DATABASE_URL'] === undefined) {
    await up('test');
    return usual;
  }
  return Object.fromEntries(
    Object.entries(usual).map(([name, value]) => [name, process.env[name] ?? value]),
  );
}

async function prepare(): Promise<World> {
  const services = await findServices();
  const urls = await makeDatabase(services['MIGRATION_DATABASE_URL']!);
  const start = Date.now();
  const lenders = await asOwner(urls.owner, (client) => loadTenants(client, size));
  console.log(
    `${size.tenants} lenders, the measured one with ${size.loans} loans, ` +
      `loaded in ${Math.round((Date.now() - start) / 1000)} s`,
  );
  return {
    urls,
    ...lenders,
    environment: { ...services, DATABASE_URL: urls.app, RELAY_DATABASE_URL: urls.relay },
    delayMs: Number(values.delay),
    plan,
  };
}

async function save(bars: readonly Verdict[]): Promise<void> {
  const folder = join(import.meta.dirname, 'results');
  await mkdir(folder, { recursive: true });
  const result = { at: new Date().toISOString(), quick: values.quick, size, bars };
  await writeFile(join(folder, 'latest.json'), `${JSON.stringify(result, null, 2)}\n`);
}

async function main(): Promise<void> {
  const numbers = values.bars.split(',').map(Number);
  const unknown = numbers.filter((number) => !BARS.some((bar) => bar.number === number));
  if (unknown.length > 0) throw new Error(`no such bar: ${unknown.join()}`);

  const world = await prepare();
  const verdicts: Verdict[] = [];
  for (const bar of BARS.filter((each) => numbers.includes(each.number))) {
    const verdict = judge(bar, await measureBar(bar, world, values.quick));
    verdicts.push(verdict);
    print(verdict);
    // Saved after each bar, so that an interrupted run keeps its measurements.
    await save(verdicts);
  }
  if (!values.keep) await dropDatabase(world.urls.owner);
  if (values.gate && verdicts.some((verdict) => verdict.missedByFar)) process.exitCode = 1;
}

// Exits, which ends the processes under test; the signal's default action would leave them running.
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));
await main();
