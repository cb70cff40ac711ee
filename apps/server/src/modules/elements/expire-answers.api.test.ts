/** The search for expired answers reads only rows that can expire now, however many all lenders have. */
import { startTestServer, type TestServer } from '@cairn/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expireAnswers } from './expire-answers-store.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

interface PlanNode {
  'Index Name'?: string;
  'Shared Hit Blocks': number;
  'Shared Read Blocks': number;
  Plans?: PlanNode[];
}
const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

/** A copy of the query in app.companies_with_expired_answers, because EXPLAIN does not show a function's plan. */
const FIND = `select distinct e.company_id from cairn.element e
  where e.expiration_date < current_date and not e.expired and e.answered`;

async function pagesRead(): Promise<{ pages: number; indexes: (string | undefined)[] }> {
  const { rows } = await server.owner.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
    `explain (analyze, buffers, format json) ${FIND}`,
  );
  const plan = rows[0]!['QUERY PLAN'][0].Plan;
  const indexes = nodesOf(plan).flatMap((node) => node['Index Name'] ?? []);
  return { pages: plan['Shared Hit Blocks'] + plan['Shared Read Blocks'], indexes };
}

test('20,000 unanswered requests of 1,000 lenders whose day has passed cost nothing', async () => {
  const owner = await server.owner.connect();
  owner.on('error', () => {});
  await owner.query('begin');
  await owner.query('set local session_replication_role = replica');
  await owner.query(
    `insert into cairn.element (company_id, id, loan_id, parent_id, title, storage_type, expiration_date)
      select format('00000000-0000-4000-8000-%s', lpad((n % 1000)::text, 12, '0'))::uuid, uuidv7(), uuidv7(),
        uuidv7(), 'Tax return', 'FILE', current_date - 1 - n % 300
      from generate_series(1, 20000) n`,
  );
  await owner.query('commit');
  await owner.query('vacuum analyze cairn.element');
  owner.release();
  const { pages, indexes } = await pagesRead();
  console.log('pages read to find no expired answer among 20,000 past requests:', pages);
  expect(indexes).toEqual(['element_expiring']);
  expect(pages).toBeLessThan(5);
  expect(await expireAnswers(server.db)).toBe(0);
});
