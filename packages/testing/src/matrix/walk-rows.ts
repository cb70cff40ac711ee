/**
 * Every tenant table × every kind of caller, in that caller's scope and with no clause of ours in the
 * query: what row security alone lets through, against the reviewed table.
 */
import { hashToken } from '@cairn/server/platform/crypto';
import type { Scope as DbScope } from '@cairn/server/platform/db/db';
import { statement } from '@cairn/server/platform/db/flush';
import type { TestServer } from '../server.ts';
import { readTable, type Finding, type Verdict } from './table.ts';
import { CALLERS, makeWorld, type Caller, type Scope, type Target, type World } from './world.ts';

export async function walkRows(server: TestServer): Promise<Verdict> {
  const world = await makeWorld(server);
  const expected = readTable('rows.tsv');
  const findings: Finding[] = [];
  const walked = new Set<string>();
  let cells = 0;
  for (const table of await tenantTables(server)) {
    const scopes = [...expected.keys()].filter((key) => key.startsWith(`${table} `));
    if (scopes.length === 0) findings.push({ kind: 'unreviewed', where: table, what: 'no row' });
    for (const key of scopes) {
      walked.add(key);
      for (const caller of CALLERS) {
        cells += 1;
        const wanted = expected.get(key)![caller];
        const scope = key.split(' ')[1] as Scope;
        const found = await look(server, world, table, scope, caller);
        if (found === wanted) continue;
        const kind = wanted === 'yes' ? 'wrong' : 'leak';
        findings.push({ kind, where: `${key} ${caller}`, what: `${found}, expected ${wanted}` });
      }
    }
  }
  for (const key of expected.keys()) {
    if (!walked.has(key))
      findings.push({ kind: 'unreviewed', where: key, what: 'a row of no table' });
  }
  return { cells, findings };
}

async function tenantTables({ owner }: TestServer): Promise<string[]> {
  const { rows } = await owner.query<{ relname: string }>(`
    select c.relname from pg_class c
    where c.relnamespace = 'cairn'::regnamespace and c.relkind = 'r'
      and (c.relname = 'company' or exists (select from pg_attribute a
        where a.attrelid = c.oid and a.attname = 'company_id' and c.relname <> 'session'))
    order by 1`);
  return rows.map((row) => row.relname);
}

/** Which rows of a table belong to the target. */
function clauseOf(table: string, target: Target): [string, string[]] {
  const { companyId, loan, element, documentId } = target;
  switch (table) {
    case 'company':
      return ['id = $1', [companyId]];
    case 'loan':
      return ['id = $1', [loan.id]];
    case 'element':
      return ['id = $1', [element.id]];
    case 'document':
      return ['id = $1', [documentId]];
    case 'loan_role':
    case 'loan_pin':
    case 'audit_entry':
      return ['loan_id = $1', [loan.id]];
    default:
      return ['company_id = $1', [companyId]];
  }
}

async function look(
  server: TestServer,
  world: World,
  table: string,
  scope: Scope,
  caller: Caller,
): Promise<'yes' | 'no' | 'denied'> {
  const target = await world.target(caller, scope);
  await leaveTraces(server, world, target, caller, scope);
  const [clause, values] = clauseOf(table, target);
  const query = {
    statement: () => statement(`select 1 as one from ${table} where ${clause}`, values),
  };
  try {
    const rows = await server.db.reads(await scopeOf(server, world, caller)).run(query);
    return rows.length > 0 ? 'yes' : 'no';
  } catch (error) {
    if ((error as { code?: string }).code === '42501') return 'denied';
    throw error;
  }
}

/** Somebody's pin and an audit entry on the loan, so that there is something to see or not to see. */
async function leaveTraces(
  { owner }: TestServer,
  world: World,
  { loan }: Target,
  caller: Caller,
  scope: Scope,
): Promise<void> {
  // One's own pin on one's own loan; elsewhere somebody else's.
  const { account } = scope === 'own' ? world.callers[caller] : world.callers.AN;
  await owner.query('insert into cairn.loan_pin values ($1, $2, $3) on conflict do nothing', [
    loan.companyId,
    account.id,
    loan.id,
  ]);
  await owner.query(
    `insert into cairn.audit_entry values ($1, $2, 1, $2, now(), null, 'test.seen', $2, '{}', '')
     on conflict do nothing`,
    [loan.companyId, loan.id],
  );
  await owner.query(
    `insert into cairn.employee select $1, account_id, 'EMPLOYEE' from cairn.person
     where company_id = $1 and not exists (select from cairn.employee where company_id = $1) limit 1`,
    [loan.companyId],
  );
}

async function scopeOf(server: TestServer, world: World, caller: Caller): Promise<DbScope> {
  const { token } = world.callers[caller];
  if (!token) return { kind: 'nobody' };
  const tokenHash = hashToken(token);
  const { rows } = await server.owner.query<{ stamp: string }>(
    'select stamp from cairn.session where token_hash = $1',
    [tokenHash],
  );
  return { kind: 'session', tokenHash, stamp: rows[0]!.stamp };
}
