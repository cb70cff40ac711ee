/**
 * Compares the query plans of two arms: with different plans, the result would show the difference of the plans instead
 * of the measured cost.
 */
import type { Statement } from '@cairn/server/platform/db/pipeline';
import pg from 'pg';

interface Node {
  'Node Type': string;
  'Parent Relationship'?: string;
  'Relation Name'?: string;
  'Index Name'?: string;
  Plans?: Node[];
}

/** The scans and joins of a plan, without what policies add, such as filters and lookups that run once. */
function skeleton(node: Node): string {
  const inner = (node.Plans ?? [])
    .filter((each) => each['Parent Relationship'] !== 'InitPlan')
    .map(skeleton)
    .join(' ');
  const passes = node['Node Type'] === 'Result' || node['Node Type'] === 'Subquery Scan';
  if (passes) return inner;
  const what = [node['Node Type'], node['Index Name'] ?? node['Relation Name']].filter(Boolean);
  return inner === '' ? `(${what.join(' ')})` : `(${what.join(' ')} ${inner})`;
}

async function planOf(url: string, statements: readonly Statement[]): Promise<string> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    const plans: string[] = [];
    for (const { text } of statements) {
      const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Node }] }>(
        `explain (generic_plan, format json) ${text}`,
      );
      plans.push(skeleton(rows[0]!['QUERY PLAN'][0].Plan));
    }
    return plans.join('\n');
  } finally {
    await client.end();
  }
}

/** 'the same', or a description of the difference. */
export async function comparePlans(
  ours: string,
  bare: string,
  statements: readonly Statement[],
): Promise<string> {
  const [one, other] = [await planOf(ours, statements), await planOf(bare, statements)];
  return one === other ? 'the same' : `DIFFERENT: ours ${one}, bare ${other}`;
}
