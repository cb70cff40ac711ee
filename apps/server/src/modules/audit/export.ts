import { Readable } from 'node:stream';
import { auditFilter } from '@cairn/contract/audit';
import { z } from 'zod';
import { csvLines, writeCsv } from '../../platform/csv.ts';
import type { Queries } from '../../platform/db/db.ts';
import { fullName } from '../../platform/full-name.ts';
import { orders } from '../../platform/signed-downloads.ts';
import { sentence } from './present.ts';
import { auditEntries, type EntryRow } from './store.ts';

/** Rows in memory at a time. */
const ROWS_AT_ONCE = 500;

export const auditOrders = orders('audit export', { companyId: z.string(), filter: auditFilter });
type Order = NonNullable<ReturnType<(typeof auditOrders)['read']>>;

const HEADS = [
  'Time (UTC)',
  'Person',
  'Email',
  'What happened',
  'Loan',
  'Kind',
  'Entry',
  'Hash',
  'Source address',
];

const cellsOf = (row: EntryRow): string[] => [
  row.at,
  fullName(row.actor_given_name, row.actor_family_name),
  row.actor_email_address ?? '',
  sentence(row),
  row.loan_name ?? '',
  row.kind,
  String(row.position),
  row.hash,
  row.source_address ?? '',
];

/** Yields a page at a time, as fast as the client reads, without entries later than the order. */
async function* linesOf(reads: Queries, { companyId, filter, asked: askedAt }: Order) {
  yield writeCsv([HEADS]);
  const until = new Date(askedAt).toISOString();
  const upTo = { ...filter, to: filter.to && filter.to < until ? filter.to : until };
  let after: { at: string; id: string } | undefined;
  do {
    const rows = await reads.run(auditEntries(companyId, upTo, { after, limit: ROWS_AT_ONCE }));
    if (rows.length > 0) yield csvLines(rows.map((row) => cellsOf(row)));
    const last = rows.length === ROWS_AT_ONCE ? rows.at(-1) : undefined;
    after = last && { at: last.at_exactly, id: last.id };
  } while (after);
}

export const csvOf = (reads: Queries, order: Order): Readable =>
  Readable.from(linesOf(reads, order), { objectMode: false });
