/** Counts the rows that a query reads for one caller, which must not grow with other people's data. */
import { hashToken } from '@cairn/server/platform/crypto';
import { statement } from '@cairn/server/platform/db/pipeline';
import { toStatement, type Query } from '@cairn/server/platform/db/query';
import type { TestServer } from './server.ts';

interface Node {
  'Shared Hit Blocks': number;
  'Shared Read Blocks': number;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  Plans?: Node[];
}

const readBy = (node: Node): number =>
  node['Actual Loops'] *
    (node['Actual Rows'] +
      (node['Rows Removed by Filter'] ?? 0) +
      (node['Rows Removed by Index Recheck'] ?? 0)) +
  (node.Plans ?? []).reduce((sum, each) => sum + readBy(each), 0);

export async function rowsRead(
  server: TestServer,
  token: string,
  query: Query<unknown>,
): Promise<number> {
  return readBy(await planOf(server, token, query));
}

/** The pages that a query reads, including those of functions that it calls. */
export async function pagesRead(
  server: TestServer,
  token: string,
  query: Query<unknown>,
): Promise<number> {
  const plan = await planOf(server, token, query);
  return plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
}

async function planOf(server: TestServer, token: string, query: Query<unknown>): Promise<Node> {
  const tokenHash = hashToken(token);
  const { rows } = await server.owner.query<{ stamp: string }>(
    'select stamp from cairn.session where token_hash = $1',
    [tokenHash],
  );
  const { text, values } = toStatement(query);
  const [plan] = (await server.db.reads({ kind: 'session', tokenHash, stamp: rows[0]!.stamp }).run({
    statement: () => statement(`explain (analyze, buffers, format json) ${text}`, values),
  })) as { 'QUERY PLAN': [{ Plan: Node }] }[];
  return plan!['QUERY PLAN'][0].Plan;
}
