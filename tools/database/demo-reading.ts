/**
 * Queues documents of the demo for processing like uploads, so that search, checks and suggestions work immediately.
 */
import { newId } from '@cairn/server/platform/ids';
import type pg from 'pg';

/**
 * Documents of other loans are processed when they are opened, because there are too many to process at the start.
 * Returns the documents in the order of processing.
 */
export async function queueReading(
  client: pg.ClientBase,
  companyId: string,
  shortCodes: readonly string[],
): Promise<string[]> {
  // Shoebox files come first, because their suggestions are what a visitor sees first.
  const { rows } = await client.query<{ id: string; loan_id: string; version: number }>(
    `select d.id, d.loan_id, d.version from cairn.document d
      join cairn.loan l on l.company_id = d.company_id and l.id = d.loan_id
      left join cairn.shoebox_item s on s.company_id = d.company_id and s.document_id = d.id
        and s.filed_at is null
      where d.company_id = $1 and d.virus_scan_state = 'CLEAN' and d.content_state is null
        and (l.short_code = any($2) or s.id is not null)
      order by s.id is null, array_position($2, l.short_code), d.id`,
    [companyId, shortCodes],
  );
  for (const [place, { id, loan_id, version }] of rows.entries()) {
    const input = { companyId, documentId: id, version };
    await client.query(
      `insert into cairn.event (company_id, id, at, kind, loan_id, staff_only, changes, workflow, input, due_at)
        values ($1, $2, now(), 'document.scanned', $3, true, '{}', 'processDocument', $4,
          now() + $5 * interval '1 millisecond')`,
      [companyId, newId(), loan_id, JSON.stringify(input), place],
    );
  }
  return rows.map(({ id }) => id);
}
