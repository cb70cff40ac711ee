/** An answered file updates the loan's counters without adding an entry to any index of the loan. */
import { startTestServer, type TestServer } from '@cairn/testing';
import { statement } from '../../platform/db/pipeline.ts';
import { anonymous } from '../../platform/db/db.ts';
import { violations } from '../../platform/db/migrate.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

const FILES = 20;
let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ poolSize: 1, feedRuns: false });
});
afterAll(() => server.stop());

interface Updates {
  all: number;
  hot: number;
  /** Updates whose new version went to another page because the page was full. */
  moved: number;
}

async function updatesOfLoans(): Promise<Updates> {
  const flush = 'select pg_stat_force_next_flush()';
  await server.db.reads(anonymous).run({ statement: () => statement(flush) });
  await server.owner.query(flush);
  const { rows } = await server.owner.query<Updates>(
    `select n_tup_upd::int as all, n_tup_hot_upd::int as hot, n_tup_newpage_upd::int as moved
     from pg_stat_user_tables where relid = 'cairn.loan'::regclass`,
  );
  return rows[0]!;
}

test('updates of the counters are HOT, and the lists still find the loan', async () => {
  const { given } = server;
  const company = await given.company();
  const phase = await given.phase(company);
  const loan = await given.loan(phase);
  const { account, token } = await given.borrower(loan);
  const colleague = await given.colleague(company);
  const requests = [];
  for (let file = 0; file < FILES; file += 1) {
    requests.push({
      element: await given.element(loan),
      document: await given.document(loan, account),
    });
  }
  const before = await updatesOfLoans();
  for (const { element, document } of requests) {
    const { status } = await server.call(
      'answerElement',
      { body: { elementId: element.id, loanId: loan.id, documentId: document.id } },
      { token },
    );
    expect(status).toBe(200);
  }
  const after = await updatesOfLoans();
  expect(after.all - before.all).toBeGreaterThanOrEqual(FILES);
  // No update was not HOT because of an index; some are because the page is full while a snapshot keeps old versions.
  expect(after.hot + after.moved - before.hot - before.moved).toBe(after.all - before.all);
  expect(after.hot - before.hot).toBeGreaterThanOrEqual(0.9 * (after.all - before.all));
  const listReply = await server.call(
    'viewLoans',
    { query: { toReview: 'true' } },
    { token: colleague.token },
  );
  expect(listReply.text).toContain(loan.id);
  expect(await violations(server.owner.options.connectionString!)).toEqual([]);
}, 60_000);
