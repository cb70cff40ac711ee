/**
 * `cairn company move`: moves a company, with everything it stored, from this cell to another. Until the directory
 * changes, the company is in the source; from then on it is in the target. If it is interrupted at any point, the
 * command is repeated, or canceled with `--cancel`. See docs/operations/cells.md.
 */
import pg from 'pg';
import { AuditKeys } from '../../platform/audit/entry.ts';
import { Directory } from '../../platform/cells/directory.ts';
import type { MoveTarget } from '../../platform/config.ts';
import { connectionOptions } from '../../platform/db/connection-options.ts';
import { isInsufficientPrivilege } from '../../platform/db/pg-errors.ts';
import {
  companyTables,
  deleteCompanyRows,
  findCompany,
  type CompanyRow,
} from '../company-tables.ts';
import { eraseCompany, type CompanyConfig } from '../erase-company.ts';
import { asOwner, recordCommand } from '../owner-session.ts';
import { FileCopy } from './copy-files.ts';
import { brokenReferences, copyRows, fingerprintOf, type Rows } from './copy-rows.ts';
import {
  freezeCompany,
  freezePeople,
  frozenSince,
  allowWrites,
  dropTriggers,
} from './freeze-company.ts';
import { copyPeople, forgetPasswords, peopleOf, type People } from './people-of-company.ts';
import {
  beginWork,
  copyWork,
  endWork,
  parkWork,
  resumeWork,
  type Engine,
} from './unfinished-work.ts';

/** Sessions end, unfinished work is started again, and the target creates its own audit anchors. */
const NOT_COPIED: ReadonlySet<string> = new Set(['session', 'event', 'audit_sealed']);

export interface Move {
  readonly source: CompanyConfig;
  readonly target: MoveTarget;
  readonly idOrName: string;
  readonly engine: Engine;
  readonly say: (line: string) => void;
}

export interface Moved {
  readonly company: CompanyRow;
  readonly rows: number;
  readonly files: number;
  /** The time in milliseconds during which the company took no writes. */
  readonly refusedFor: number;
}

export async function moveCompany(move: Move): Promise<Moved> {
  const { source, target, engine, say } = move;
  return alone(move, async (directory, company, stillAlone) => {
    let moved: Omit<Moved, 'company'> = { rows: 0, files: 0, refusedFor: 0 };
    if ((await directory.cellOfCompany(company.id)) === source.cell) {
      moved = await copyCompany(move, directory, company, stillAlone);
    }
    say(`the company is in cell ${target.cell}; erasing it here`);
    await stillAlone();
    await endWork(source.url, engine, company.id);
    await beginWork(source.url, target.url, company.id);
    await eraseSource(move, directory, company);
    return { company, ...moved };
  });
}

/** Restores the state before the move. Refused once the company is in the other cell. */
export async function cancelMove(move: Move): Promise<CompanyRow> {
  const { source, target, engine, say } = move;
  return alone(move, async (directory, company) => {
    if ((await directory.cellOfCompany(company.id)) !== source.cell) {
      throw new Error(`${company.name} is not in cell ${source.cell} any longer: repeat the move`);
    }
    const { all } = await asOwner(source.url, (client) =>
      peopleOf(client, directory, { companyId: company.id, cell: source.cell! }),
    );
    const elsewhere = await filterHomes(directory, all, (home) => home !== target.cell);
    await asOwner(target.url, async (client) => {
      await deleteCompanyRows(client, company.id);
      await forgetPasswords(client, elsewhere);
    });
    const since = await asOwner(source.url, (client) => frozenSince(client, company.id));
    const resume =
      since && (() => resumeWork(source.url, engine, { companyId: company.id, since }));
    await allowWrites(source.url, company.id, resume);
    await tidy(move, company);
    say(`${company.name} stays in cell ${source.cell}`);
    return company;
  });
}

type StillAlone = () => Promise<void>;

/**
 * Allows one move command at a time, with an advisory lock in each database. If no other command runs and the second
 * lock is refused, both environments name the same database. A lock ends with its connection, so `stillAlone` asks on
 * both.
 */
async function alone<T>(
  move: Move,
  work: (directory: Directory, company: CompanyRow, stillAlone: StillAlone) => Promise<T>,
): Promise<T> {
  const { source, target } = move;
  if (!source.directory || !source.cell || !target.cell) throw new Error('CELL is not set');
  if (source.cell === target.cell) throw new Error(`both environments are of cell ${source.cell}`);
  const directory = new Directory(source.directory);
  const locks = [
    new pg.Client(connectionOptions(source.url)),
    new pg.Client(connectionOptions(target.url)),
  ];
  try {
    const company = await findInEither(move);
    for (const client of locks) {
      client.on('error', () => {});
      await client.connect();
      const { rows } = await client.query<{ given: boolean }>(
        'select pg_try_advisory_lock(hashtextextended($1, 0)) as given',
        [`company move ${company.id}`],
      );
      if (rows[0]?.given) continue;
      throw new Error(
        `another command moves ${company.name}, or both environments name the same database`,
      );
    }
    const at = await directory.cellOfCompany(company.id);
    if (at !== source.cell && at !== target.cell) {
      throw new Error(`${company.name} is in cell ${at ?? '(none)'}: cairn directory publish`);
    }
    return await work(directory, company, async () => {
      for (const client of locks) await client.query('select');
    });
  } finally {
    for (const client of locks) await client.end();
    await directory.stop();
  }
}

/** The company is only in the target if an earlier attempt was interrupted at its very end. */
const findInEither = ({ source, target, idOrName }: Move): Promise<CompanyRow> =>
  asOwner(source.url, (client) => findCompany(client, idOrName)).catch(() =>
    asOwner(target.url, (client) => findCompany(client, idOrName)),
  );

async function copyCompany(
  move: Move,
  directory: Directory,
  company: CompanyRow,
  stillAlone: StillAlone,
): Promise<Omit<Moved, 'company'>> {
  const { source, target, engine, say } = move;
  const files = new FileCopy(source, target);
  try {
    await refuseUnlessFit(move, company.id);
    await files.refuseSameBuckets();
    say('copying files, while the company works');
    await files.copyAll(company.id);
    await stillAlone();
    const since = await freezeCompany(source.url, company.id);
    say('the company takes no writes; copying the rest');
    const whose = { companyId: company.id, cell: source.cell! };
    const people = await asOwner(source.url, (client) => peopleOf(client, directory, whose));
    await freezePeople(source.url, { companyId: company.id, since }, people.homes);
    const copied = await files.copyAll(company.id);
    const unfinished = await parkWork(source.url, engine, { companyId: company.id, since });
    await stillAlone();
    const rows = await copyAllRows(move, company, { people, unfinished });
    await stillAlone();
    await directory.move(company.id, target.cell!, people);
    return { rows, files: copied, refusedFor: Date.now() - since.getTime() };
  } finally {
    files.close();
  }
}

async function refuseUnlessFit({ source, target }: Move, companyId: string): Promise<void> {
  const lacking = source.secretKeys.filter((key) => !target.secretKeys.includes(key));
  if (lacking.length > 0) {
    throw new Error(
      `SECRET_KEY of ${target.cell} must list the keys of ${source.cell} behind its own`,
    );
  }
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

/**
 * Disables triggers for this transaction. Counters and log entries are copied, and triggers would write them a second
 * time.
 */
async function withoutTriggers(client: pg.ClientBase): Promise<void> {
  try {
    await client.query('reset role');
    await client.query('set local session_replication_role = replica');
    await client.query('set local role cairn_owner');
  } catch (error) {
    if (!isInsufficientPrivilege(error)) throw error;
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

/** Copies from one snapshot into one transaction, which is committed only if both databases have the same rows. */
function copyAllRows(
  { source, target }: Move,
  { id: companyId }: CompanyRow,
  { people, unfinished }: { people: People; unfinished: readonly string[] },
): Promise<number> {
  return asOwner(
    source.url,
    async (from) => {
      await from.query(`set local timezone = 'UTC'`);
      const { rowCount } = await from.query('select from company where id = $1', [companyId]);
      if (rowCount !== 1) throw new Error('the company is not here any longer');
      const tables = ['company', ...(await companyTables(from)).toReversed()].filter(
        (table) => !NOT_COPIED.has(table),
      );
      return asOwner(target.url, async (to) => {
        await to.query(`set local timezone = 'UTC'`);
        await withoutTriggers(to);
        // Rows of an attempt that ended before the directory changed.
        await deleteCompanyRows(to, companyId);
        await copyPeople(from, to, people, companyId);
        let count = 0;
        for (const table of tables) count += await copyRows(from, to, ofCompany(table, companyId));
        await copyWork(from, to, { companyId, unfinished });
        await copyReplies(from, to, companyId);
        await raiseSequence(to);
        await refuseDifferences(from, to, tables, companyId);
        await recordCommand(to, new AuditKeys(target.secretKeys), {
          kind: 'company.moved',
          companyId,
          detail: { from: source.cell, to: target.cell, rows: count },
        });
        return count;
      });
    },
    'repeatable read',
  );
}

/**
 * Copies idempotency replies, so that a repeated request has its effect once. Replies that name other companies are not
 * copied, because the data of those companies stay in this cell.
 */
const copyReplies = (from: pg.ClientBase, to: pg.ClientBase, companyId: string): Promise<number> =>
  copyRows(from, to, {
    table: 'idempotency',
    where: `t.loan_company_ids <@ array[$1::uuid] and coalesce(t.logged_company_id, $1) = $1
      and (t.logged_company_id = $1 or t.loan_company_ids = array[$1::uuid])`,
    values: [companyId],
    onConflict: 'do nothing',
  });

/** Entities that are added later are ordered after the copied ones. */
const raiseSequence = (to: pg.ClientBase): Promise<unknown> =>
  to.query(
    `select setval(pg_get_serial_sequence('loan_entity', 'position'),
       greatest((select max(position) from loan_entity), nextval(pg_get_serial_sequence('loan_entity', 'position'))))`,
  );

async function refuseDifferences(
  from: pg.ClientBase,
  to: pg.ClientBase,
  tables: readonly string[],
  companyId: string,
): Promise<void> {
  for (const table of tables) {
    const rows = ofCompany(table, companyId);
    const [sourceFingerprint, targetFingerprint] = [
      await fingerprintOf(from, rows),
      await fingerprintOf(to, rows),
    ];
    if (sourceFingerprint !== targetFingerprint)
      throw new Error(`${table} differs: ${sourceFingerprint} here, ${targetFingerprint} there`);
  }
  const broken = await brokenReferences(to, tables, companyId);
  if (broken.length > 0) throw new Error(`references lead nowhere: ${broken.join(', ')}`);
}

async function filterHomes(
  directory: Directory,
  accountIds: readonly string[],
  isWanted: (home: string | undefined) => boolean,
): Promise<string[]> {
  const matchingIds: string[] = [];
  for (const id of accountIds) if (isWanted(await directory.homeOf(id))) matchingIds.push(id);
  return matchingIds;
}

async function eraseSource(move: Move, directory: Directory, company: CompanyRow): Promise<void> {
  const { source, target } = move;
  const isHere = await asOwner(source.url, async (client) => {
    const whose = { companyId: company.id, cell: source.cell! };
    const { all } = await peopleOf(client, directory, whose);
    await forgetPasswords(
      client,
      await filterHomes(directory, all, (home) => home === target.cell),
    );
    const { rowCount } = await client.query('select from company where id = $1', [company.id]);
    return rowCount === 1;
  });
  if (isHere) await eraseCompany(source, { idOrName: company.id, confirmedName: company.name });
  await allowWrites(source.url, company.id);
  await tidy(move, company);
}

async function tidy({ source, say }: Move, { id }: CompanyRow): Promise<void> {
  const remaining = await dropTriggers(source.url, id);
  if (remaining > 0)
    say(`${remaining} triggers are off and could not be dropped: repeat the command later`);
}
