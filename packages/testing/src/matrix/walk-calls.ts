/** Makes every call as every kind of caller at every scope, and compares with the reviewed table. */
import { contract, type CallName } from '@cairn/contract';
import type { TestServer } from '../server.ts';
import { aimAt } from './aim-at.ts';
import { AIMS, type Aimable } from './requests.ts';
import { readTable, STOPS_EARLY, type Finding, type Verdict } from './table.ts';
import { MISSING, MISSING_TARGET } from './targets.ts';
import { CALLERS, makeWorld, type Caller, type Scope, type World } from './world.ts';

/** With "2/4", the walk makes only every fourth call, starting with the second. */
const PART = process.env['MATRIX_PART'];
const AIMED = (Object.keys(contract) as CallName[]).filter((name) => name !== 'streamEvents');

/**
 * Interval of ANALYZE: the walk fills an empty database faster than autovacuum notices. Planned as empty, a table is
 * scanned completely, with its policy, for each row of another one, until the statement times out.
 */
const CALLS_BEFORE_ANALYZE = 20;

export async function walkCalls(server: TestServer): Promise<Verdict> {
  const world = await makeWorld(server);
  await approveHidden(server, world);
  const expected = readTable('calls.tsv');
  const findings = rowsOfNoCall(expected.keys());
  let cells = 0;
  for (const [at, name] of callsInOrder().entries()) {
    if (at % CALLS_BEFORE_ANALYZE === 0) await server.owner.query('analyze');
    for (const scope of AIMS[name].scopes) {
      const row = expected.get(`${name} ${scope}`);
      if (!row) findings.push({ kind: 'unreviewed', where: `${name} ${scope}`, what: 'no row' });
      for (const caller of CALLERS) {
        cells += 1;
        const ofCaller = row?.[caller] ?? 'denied';
        findings.push(...(await cell(server, world, name, scope, caller, ofCaller)));
        if (STOPS_EARLY && findings.length > 0) return { cells, findings };
      }
    }
  }
  return { cells, findings };
}

function rowsOfNoCall(reviewed: Iterable<string>): Finding[] {
  const knownCells = new Set(
    AIMED.flatMap((name) => AIMS[name].scopes.map((scope) => `${name} ${scope}`)),
  );
  return [...reviewed]
    .filter((key) => !knownCells.has(key))
    .map((where) => ({ kind: 'unreviewed', where, what: 'a row of no call' }));
}

/** Changes a hidden element: callers who may not see the element must not get its event either. */
async function approveHidden(server: TestServer, world: World): Promise<void> {
  const { loan, element } = await world.target('LO', 'hidden', new Set(['element']));
  const { account, token } = world.callers.LO;
  const body = { id: element.id, loanId: loan.id, approvedByUserId: account.id };
  const { status } = await server.call('updateElement', { body }, { token: token! });
  if (status !== 200) throw new Error(`the hidden request could not be approved: ${status}`);
}

/** A control first tries the call at which it was caught before, then the calls of its own module. */
function callsInOrder(): Aimable[] {
  if (PART !== undefined) {
    const [part, parts] = PART.split('/').map(Number) as [number, number];
    return AIMED.filter((_, at) => at % parts === part % parts);
  }
  const near = (process.env['MATRIX_NEAR'] ?? '').split(',') as Aimable[];
  return [...new Set([...near.filter((name) => AIMED.includes(name)), ...AIMED])];
}

async function cell(
  server: TestServer,
  world: World,
  name: Aimable,
  scope: Scope,
  caller: Caller,
  expected: string,
): Promise<Finding[]> {
  const where = `${name} ${scope} ${caller}`;
  const request = await aimAt(world, name, scope, caller);
  const token = await freshToken(server, world, name, caller);
  const answer = await server.call(name, request, token ? { token } : {});
  const findings: Finding[] = [];
  const met = expected === 'denied' ? answer.status >= 400 : String(answer.status) === expected;
  if (!met) {
    const why = answer.status >= 500 ? ` (${lastErrorIn(server.logged)})` : '';
    findings.push({
      kind: 'wrong',
      where,
      what: `answered ${answer.status}, expected ${expected}${why}`,
    });
  }
  for (const canary of world.leaksIn(answer.text, caller)) {
    if (AIMS[name].open?.includes(canary)) continue;
    findings.push({ kind: 'leak', where, what: `the reply contains ${canary}` });
  }
  if (answer.status === 404 && scope !== 'missing') {
    findings.push(...(await unlikeMissing(server, world, name, scope, caller, answer.text)));
  }
  return findings;
}

function lastErrorIn(logged: readonly string[]): string {
  const entries = logged.map((line) => JSON.parse(line) as { err?: { message: string } });
  return entries.findLast(({ err }) => err)?.err?.message ?? 'nothing logged';
}

/** A hidden target must be answered byte for byte like a missing one. */
async function unlikeMissing(
  server: TestServer,
  world: World,
  name: Aimable,
  scope: Scope,
  caller: Caller,
  text: string,
): Promise<Finding[]> {
  const request = AIMS[name].at(MISSING_TARGET, scope);
  const { token } = world.callers[caller];
  const missing = await server.call(name, request, token ? { token } : {});
  if (missing.text === text || !JSON.stringify(request).includes(MISSING)) return [];
  return [
    { kind: 'leak', where: `${name} ${caller}`, what: 'hidden and missing answer differently' },
  ];
}

/** A new session for logging out, because the other cells still need theirs. */
async function freshToken(server: TestServer, world: World, name: CallName, caller: Caller) {
  const account = world.callers[caller];
  if (name !== 'logout' || !account.token) return account.token;
  return server.given.session(account.account, { roleLevel: 'BORROWER' });
}
