/**
 * `cairn company move`: a company, with everything it stored, from this cell into another. Until the directory
 * changes, the company is here; from then on it is there. Interrupted at any line, the command is repeated, or given up with
 * `--cancel`: docs/operations/cells.md.
 */
import type pg from 'pg';
import { AuditKeys } from '../../platform/audit/entry.ts';
import { Directory } from '../../platform/cells/directory.ts';
import type { MoveTarget } from '../../platform/config.ts';
import {
  companyTables,
  deleteCompanyRows,
  findCompany,
  type CompanyRow,
} from '../company-tables.ts';
import { eraseCompany, type CompanyConfig } from '../erase-company.ts';
import { asOwner, recordCommand } from '../owner-session.ts';
import { copyFiles } from './copy-files.ts';
import { brokenReferences, copyRows, fingerprintOf, type Rows } from './copy-rows.ts';
import { freezeCompany, unfreezeCompany } from './freeze-company.ts';
import { copyPeople, forgetPasswords, peopleOf, type People } from './people-of-company.ts';

/** Sessions end, work begins again, and the target makes anchors of its own. */
const NOT_COPIED: ReadonlySet<string> = new Set(['session', 'event', 'audit_sealed']);
const INSUFFICIENT_PRIVILEGE = '42501';

/** The Temporal of this cell. */
export interface Engine {
  /** The ids of all workflows that have not ended. */
  running(): Promise<ReadonlySet<string>>;
  end(ids: readonly string[]): Promise<void>;
}

export interface Move {
  readonly source: CompanyConfig;
  readonly target: MoveTarget;
  readonly wanted: string;
  readonly engine: Engine;
  readonly say: (line: string) => void;
}

export interface Moved {
  readonly company: CompanyRow;
  readonly rows: number;
  readonly files: number;
  /** Milliseconds in which the company took no writes. */
  readonly refusedFor: number;
}

export async function moveCompany(move: Move): Promise<Moved> {
  const { source, target, say } = move;
  const directory = directoryOf(move);
  try {
    const company = await findInEither(move);
    const at = await directory.cellOfCompany(company.id);
    if (at !== source.cell && at !== target.cell) {
      throw new Error(`${company.name} is in cell ${at ?? '(none)'}: cairn directory publish`);
    }
    let copied = { rows: 0, files: 0 };
    const from = Date.now();
    let frozenAt = from;
    if (at === source.cell) {
      await refuseUnlessFit(move, company.id);
      say('copying files, while the company works');
      await copyFiles(source, target, company.id);
      frozenAt = Date.now();
      await freezeCompany(source.url, company.id);
      say('the company takes no writes; copying the rest');
      const files = await copyFiles(source, target, company.id);
      const { rows, people } = await copyAllRows(move, directory, company);
      copied = { rows, files };
      await directory.move(company.id, target.cell!, people);
    }
    await startWaitingWork(target, company.id);
    const refusedFor = Date.now() - frozenAt;
    say(`the company is in cell ${target.cell}; erasing it here`);
    await eraseSource(move, directory, company);
    return { company, ...copied, refusedFor };
  } finally {
    await directory.stop();
  }
}

/** In the target alone, if an earlier attempt was interrupted at its very end. */
const findInEither = ({ source, target, wanted }: Move): Promise<CompanyRow> =>
  asOwner(source.url, (client) => findCompany(client, wanted)).catch(() =>
    asOwner(target.url, (client) => findCompany(client, wanted)),
  );

/** As if it had not begun. Refused once the company is in the other cell. */
export async function cancelMove(move: Omit<Move, 'engine' | 'say'>): Promise<CompanyRow> {
  const directory = directoryOf(move);
  try {
    const { source, target, wanted } = move;
    const company = await asOwner(source.url, (client) => findCompany(client, wanted));
    if ((await directory.cellOfCompany(company.id)) !== source.cell) {
      throw new Error(`${company.name} is not in cell ${source.cell} any longer: repeat the move`);
    }
    await asOwner(target.url, (client) => deleteCompanyRows(client, company.id));
    await asOwner(source.url, (client) =>
      client.query(
        `update event set due_at = now() where company_id = $1 and due_at = 'infinity'`,
        [company.id],
      ),
    );
    await unfreezeCompany(source.url, company.id);
    return company;
  } finally {
    await directory.stop();
  }
}

function directoryOf({ source, target }: Pick<Move, 'source' | 'target'>): Directory {
  if (!source.directory || !source.cell || !target.cell) throw new Error('CELL is not set');
  if (source.cell === target.cell) throw new Error(`both environments are of cell ${source.cell}`);
  return new Directory(source.directory);
}

async function refuseUnlessFit({ source, target }: Move, companyId: string): Promise<void> {
  const lacking = source.secretKeys.filter((key) => !target.secretKeys.includes(key));
  if (lacking.length > 0) {
    throw new Error(
      `SECRET_KEY of ${target.cell} must list the keys of ${source.cell} behind its own`,
    );
  }
  const bucketOf = ({ store }: CompanyConfig): string =>
    `${new URL(store.endpoint).href} ${store.vaultBucket}`;
  // Erasing the rest in one cell would erase it in both.
  if (bucketOf(source) === bucketOf(target)) throw new Error('both cells use the same buckets');
  const versions = ({ url }: CompanyConfig) =>
    asOwner(url, async (client) => {
      await client.query('reset role');
      const { rows } = await client.query<{ name: string }>(
        'select name from public.migration order by name',
      );
      return rows.map(({ name }) => name).join();
    });
  if ((await versions(source)) !== (await versions(target))) {
    throw new Error('the cells have different versions of the schema: cairn migrate in both');
  }
  const subdomains = await asOwner(source.url, (client) =>
    client.query<{ subdomain: string }>(
      'select subdomain from company where id = $1 and subdomain is not null',
      [companyId],
    ),
  );
  await asOwner(target.url, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      'select name from company where subdomain = any($1) and id <> $2',
      [subdomains.rows.map(({ subdomain }) => subdomain), companyId],
    );
    if (rows.length > 0) throw new Error(`${rows[0]!.name} has the company’s subdomain there`);
    await withoutTriggers(client);
  });
}

/** For this transaction. Counters and log entries come with the rows; triggers would make them twice. */
async function withoutTriggers(client: pg.ClientBase): Promise<void> {
  try {
    await client.query('reset role');
    await client.query('set local session_replication_role = replica');
    await client.query('set local role cairn_owner');
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === INSUFFICIENT_PRIVILEGE)) {
      throw error;
    }
    throw new Error(
      'the target’s administrator runs, once: grant set on parameter session_replication_role to cairn_migrator',
      { cause: error },
    );
  }
}

const ofCompany = (table: string, companyId: string): Rows => ({
  table,
  where: table === 'company' ? 't.id = $1' : 't.company_id = $1',
  values: [companyId],
});

/** From one snapshot into one transaction, which is committed only if both have the same rows. */
function copyAllRows(
  { source, target, engine }: Move,
  directory: Directory,
  company: CompanyRow,
): Promise<{ rows: number; people: People }> {
  return asOwner(
    source.url,
    async (from) => {
      await from.query(`set local timezone = 'UTC'`);
      const people = await peopleOf(from, directory, { companyId: company.id, cell: source.cell! });
      const unfinished = await parkWork(source.url, engine, company.id);
      const tables = [...['company', ...(await companyTables(from)).toReversed()]].filter(
        (table) => !NOT_COPIED.has(table),
      );
      const rows = await asOwner(target.url, async (to) => {
        await to.query(`set local timezone = 'UTC'`);
        await withoutTriggers(to);
        // Of an attempt that ended before the directory changed.
        await deleteCompanyRows(to, company.id);
        await copyPeople(from, to, people, company.id);
        let count = 0;
        for (const table of tables) count += await copyRows(from, to, ofCompany(table, company.id));
        await copyWork(from, to, { companyId: company.id, unfinished });
        await refuseDifferences(from, to, tables, company.id);
        await recordCommand(to, new AuditKeys(target.secretKeys), {
          kind: 'company.moved',
          companyId: company.id,
          detail: { from: source.cell, to: target.cell, rows: count },
        });
        return count;
      });
      return { rows, people };
    },
    'repeatable read',
  );
}

async function refuseDifferences(
  from: pg.ClientBase,
  to: pg.ClientBase,
  tables: readonly string[],
  companyId: string,
): Promise<void> {
  for (const table of tables) {
    const rows = ofCompany(table, companyId);
    const [here, there] = [await fingerprintOf(from, rows), await fingerprintOf(to, rows)];
    if (here !== there) throw new Error(`${table} differs: ${here} here, ${there} there`);
  }
  const broken = await brokenReferences(to, tables, companyId);
  if (broken.length > 0) throw new Error(`references lead nowhere: ${broken.join(', ')}`);
}

/** What waits for the relay waits on; what runs in Temporal is named. Both begin in the other cell. */
async function parkWork(url: string, engine: Engine, companyId: string): Promise<string[]> {
  await asOwner(url, (client) =>
    client.query(
      `update event set due_at = 'infinity'
       where company_id = $1 and workflow is not null and dispatched_at is null and failed_at is null`,
      [companyId],
    ),
  );
  return runningOf(url, engine, companyId);
}

async function runningOf(url: string, engine: Engine, companyId: string): Promise<string[]> {
  const running = await engine.running();
  const { rows } = await asOwner(url, (client) =>
    client.query<{ id: string }>(
      // Temporal has other ids as well.
      'select id from event where company_id = $1 and workflow is not null and id::text = any($2)',
      [companyId, [...running]],
    ),
  );
  return rows.map(({ id }) => id);
}

async function copyWork(
  from: pg.ClientBase,
  to: pg.ClientBase,
  { companyId, unfinished }: { companyId: string; unfinished: readonly string[] },
): Promise<void> {
  await to.query('delete from event where company_id = $1', [companyId]);
  // They stay parked until the directory has changed. Positions are of a cell.
  await copyRows(from, to, {
    table: 'event',
    where: `t.company_id = $1 and t.workflow is not null and t.failed_at is null
      and (t.dispatched_at is null or t.id = any($2))`,
    values: [companyId, unfinished],
    instead: `'{"dispatched_at": null, "attempts": 0, "due_at": "infinity"}'`,
    without: ['position'],
  });
  // So that neither a repeated request nor an email that has left is done once more.
  await copyRows(from, to, {
    table: 'idempotency',
    where: 't.logged_company_id = $1 or $1 = any(t.loan_company_ids)',
    values: [companyId],
    unlessThere: true,
  });
  await copyRows(from, to, {
    table: 'sent_mail',
    where: `t.sent_at > now() - interval '1 day'`,
    values: [],
    unlessThere: true,
  });
  await to.query(
    `select setval(pg_get_serial_sequence('loan_entity', 'position'),
       greatest((select max(position) from loan_entity), nextval(pg_get_serial_sequence('loan_entity', 'position'))))`,
  );
}

const startWaitingWork = (target: MoveTarget, companyId: string): Promise<unknown> =>
  asOwner(target.url, (client) =>
    client.query(`update event set due_at = now() where company_id = $1 and due_at = 'infinity'`, [
      companyId,
    ]),
  );

async function eraseSource(
  { source, target, engine }: Move,
  directory: Directory,
  company: CompanyRow,
): Promise<void> {
  await engine.end(await runningOf(source.url, engine, company.id));
  await asOwner(source.url, async (client) => {
    const { all } = await peopleOf(client, directory, {
      companyId: company.id,
      cell: source.cell!,
    });
    const gone: string[] = [];
    for (const id of all) if ((await directory.homeOf(id)) === target.cell) gone.push(id);
    await forgetPasswords(client, gone);
  });
  const isHere = await asOwner(source.url, async (client) => {
    const { rowCount } = await client.query('select from company where id = $1', [company.id]);
    return rowCount === 1;
  });
  if (isHere) await eraseCompany(source, { wanted: company.id, confirmedName: company.name });
  await unfreezeCompany(source.url, company.id);
}
