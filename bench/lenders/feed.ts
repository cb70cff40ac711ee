/**
 * What the event feed reads for each commit while an employee's and a borrower's page are open: half of the commits
 * are about their loan, the others about other lenders.
 */
import { ownerPool, type TestDatabase } from '@cairn/testing/database';
import { Ear } from '@cairn/testing/events';
import type { World } from '@cairn/testing/matrix/world';
import { startTestServer, type TestServer } from '@cairn/testing/server';
import { until } from '@cairn/testing/until';
import type { Measurement } from './measurement.ts';
import { countersNow, difference, total, type Counters } from '@cairn/testing/lenders/counters';

const OWN_COMMITS = 40;
const COMMITS = 2 * OWN_COMMITS;
/** Long, for a busy machine: the result counts searches and pages only. */
const HEARD_WITHIN_MS = 120_000;
const perCommit = (counters: Counters): Counters =>
  new Map(
    [...counters].map(([name, { searches, pages }]) => [
      name,
      { searches: searches / COMMITS, pages: pages / COMMITS },
    ]),
  );

/** Writes events of a loan like app.record: one transaction each, then the notice. */
async function commit({ owner }: TestServer, companyId: string, loanId: string): Promise<void> {
  await owner.query(
    `insert into cairn.event (company_id, id, at, kind, loan_id, staff_only, changes)
     values ($1, uuidv7(), clock_timestamp(), 'loan.updated', $2, false, '{loan}')`,
    [companyId, loanId],
  );
  await owner.query('notify cairn_events');
}

/** Starts a server with its feed and stops it, because a backend reports its last counts when it ends. */
export async function feedCost(
  database: TestDatabase,
  base: { readonly world: World; use(server: TestServer): void },
): Promise<Measurement> {
  const lenders = await loansOfLenders(database);
  const owner = ownerPool(database);
  const before = await countersNow(owner);
  const server = await startTestServer({ database });
  base.use(server);
  let milliseconds = 0;
  try {
    await server.app.listen({ port: 0, host: '127.0.0.1' });
    milliseconds = await hearCommits(server, base.world, lenders);
  } finally {
    await server.stop();
  }
  const tables = perCommit(difference(before, await countersNow(owner)));
  await owner.end();
  return { status: 200, milliseconds, tables, ...total(tables) };
}

interface LoanOfLender {
  readonly companyId: string;
  readonly id: string;
}

/** On separate connections, which have reported their counts before the feed is measured. */
async function loansOfLenders(database: TestDatabase): Promise<LoanOfLender[]> {
  const owner = ownerPool(database);
  const { rows } = await owner.query<LoanOfLender>(
    `select distinct on (md5(company_id::text)) company_id as "companyId", id from cairn.loan
     order by md5(company_id::text), id limit ${OWN_COMMITS}`,
  );
  await owner.end();
  return rows;
}

/** In sequence: both pages receive each event of the loan before the next commit. Returns the time per commit. */
async function hearCommits(
  server: TestServer,
  world: World,
  lenders: readonly LoanOfLender[],
): Promise<number> {
  const { loan } = await world.target('LB', 'own', new Set(['loan']));
  const ears = [
    await Ear.listen(server, world.callers.LO.token),
    await Ear.listen(server, world.callers.LB.token),
  ];
  const start = performance.now();
  for (let number = 0; number < OWN_COMMITS; number += 1) {
    const other = lenders[number % lenders.length]!;
    await commit(server, other.companyId, other.id);
    const before = ears.map((ear) => ear.changes.length);
    await commit(server, loan.companyId, loan.id);
    await until(
      async () => ears.every((ear, index) => ear.changes.length > before[index]!),
      HEARD_WITHIN_MS,
    );
  }
  for (const ear of ears) ear.close();
  return (performance.now() - start) / COMMITS;
}
