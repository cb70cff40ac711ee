/**
 * Manages events that the relay set aside (decision 0050).\n  npm run outbox                        lists them\n  npm
 * run outbox -- requeue <id> …      makes the relay try them again; `requeue all` for all of them\nConnects with
 * MIGRATION_DATABASE_URL.
 */
import pg from 'pg';

const [command = 'list', ...ids] = process.argv.slice(2);
const url = process.env['MIGRATION_DATABASE_URL'];
if (!url || !['list', 'requeue'].includes(command) || (command === 'requeue' && ids.length === 0)) {
  console.error(
    'usage: MIGRATION_DATABASE_URL=… npm run outbox -- [list | requeue <event id> … | requeue all]',
  );
  process.exit(2);
}
const client = new pg.Client(url);
await client.connect();
try {
  if (command === 'list') {
    const { rows } = await client.query(
      `select id, company_id, workflow, attempts, failed_at, last_error from cairn.event
        where failed_at is not null order by failed_at limit 200`,
    );
    for (const row of rows) console.log(JSON.stringify(row));
    console.log(`${rows.length} events given up`);
  } else {
    const isAll = ids[0] === 'all';
    const { rowCount } = await client.query(
      `update cairn.event set failed_at = null, attempts = 0, due_at = now()
        where failed_at is not null and ($1 or id = any($2::uuid[]))`,
      [isAll, isAll ? [] : ids],
    );
    console.log(`${rowCount} events requeued`);
  }
} finally {
  await client.end();
}
