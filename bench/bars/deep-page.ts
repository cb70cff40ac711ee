/** Bar 4: the cost of a page far down a list. */
import { writeCursor } from '@cairn/server/modules/loans/cursor';
import { asOwner } from '../database.ts';
import type { Bar, Experiment } from '../experiment.ts';
import { HttpClient, requestText } from '../http-client.ts';
import { startWeb } from '../processes.ts';
import { measureMicroseconds, type Sample } from '../rounds.ts';
import type { World } from '../world.ts';

const LIMIT = 50;
const PATH = `/api/v1/loans/view?limit=${LIMIT}`;

/** The cursor after the previous page, found by paging from the start: users never jump there directly. */
async function cursorBefore({ urls, measured }: World, page: number): Promise<string> {
  const { rows } = await asOwner(urls.owner, (client) =>
    client.query<{ close_order: string; id: string }>(
      `select close_order::text, id from cairn.loan
       where company_id = $1 order by close_order, id offset $2 limit 1`,
      [measured.companyId, (page - 1) * LIMIT - 1],
    ),
  );
  return writeCursor({ place: rows[0]!.close_order, id: rows[0]!.id });
}

async function open(world: World): Promise<Experiment> {
  const { measured } = world;
  // If the lender has fewer pages, its last full page is measured.
  const deep = Math.min(10_000, Math.floor(measured.loanIds.length / LIMIT));
  const [second, last] = [await cursorBefore(world, 2), await cursorBefore(world, deep)];
  const web = await startWeb(world.environment);
  const clients: HttpClient[] = [];
  const page = async (cursor?: string): Promise<Sample> => {
    const client = await HttpClient.open(web.port);
    clients.push(client);
    const path = cursor === undefined ? PATH : `${PATH}&cursor=${cursor}`;
    const request = requestText('GET', path, { cookie: `cairn-session=${measured.token}` });
    return () => measureMicroseconds(() => client.succeed(request));
  };
  return {
    title: `page ${deep} ÷ page 1`,
    plan: world.plan({ rounds: 200, turn: 5, warmUp: 40 }),
    variants: {
      'page 1': await page(),
      'page 1 again': await page(),
      'page 2': await page(second),
      [`page ${deep}`]: await page(last),
    },
    figure: { over: [`page ${deep}`], under: ['page 1'] },
    same: { over: ['page 1 again'], under: ['page 1'] },
    // The first page also reads pinned loans; the second does exactly what the last one does.
    also: { [`page ${deep} ÷ page 2`]: { over: [`page ${deep}`], under: ['page 2'] } },
    notes: { loans: measured.loanIds.length },
    async close() {
      for (const client of clients) client.close();
      await web.stop();
    },
  };
}

export const deepPageBar: Bar = {
  number: 4,
  title: 'page 10,000 ÷ page 1',
  target: 1.1,
  experiments: [open],
};
