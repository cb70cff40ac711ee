/** Bar 2: the cost of row security. Same code, same flush, same settings; only the role differs. */
import { loanList } from '@cairn/server/modules/loans/list-store';
import { Db } from '@cairn/server/platform/db/db';
import type { Bar, Experiment } from '../experiment.ts';
import { comparePlans } from '../plans.ts';
import { measureMicroseconds, type Sample } from '../rounds.ts';
import type { World } from '../world.ts';

const FILTER = { category: 'ORIGINATION' } as const;

async function open(world: World): Promise<Experiment> {
  const { urls, measured } = world;
  const page = loanList(measured.actor, FILTER, { pinned: false, limit: 51 });
  const pinned = loanList(measured.actor, FILTER, { pinned: true, limit: 100 });
  const opened: Db[] = [];
  const through = (url: string): Db => {
    const db = new Db({ url, poolSize: 1 });
    opened.push(db);
    return db;
  };
  const [secured, bypass, again] = [through(urls.app), through(urls.bypass), through(urls.bypass)];
  const oneList = (db: Db): Sample => {
    return () => measureMicroseconds(() => db.reads(measured.scope).run(page));
  };
  const firstPage = (db: Db): Sample => {
    return () => measureMicroseconds(() => db.reads(measured.scope).together(page, pinned));
  };
  const [asCaller, asOwner] = await Promise.all(
    [secured, bypass].map((db) => db.reads(measured.scope).run(page)),
  );
  if (JSON.stringify(asCaller) !== JSON.stringify(asOwner)) throw new Error('the two lists differ');
  const plans = await comparePlans(urls.app, urls.bypass, [page.statement(), pinned.statement()]);
  return {
    title: 'in one flush, with the session check',
    plan: world.plan({ rounds: 250, turn: 5, warmUp: 40 }),
    variants: {
      'row security': oneList(secured),
      'without row security': oneList(bypass),
      'without row security again': oneList(again),
      'first page, row security': firstPage(secured),
      'first page, without': firstPage(bypass),
    },
    figure: { over: ['row security'], under: ['without row security'] },
    same: { over: ['without row security again'], under: ['without row security'] },
    also: {
      'first page (list and pinned)': {
        over: ['first page, row security'],
        under: ['first page, without'],
      },
    },
    comparable: plans === 'the same',
    notes: { plans },
    async close() {
      for (const db of opened) await db.close();
    },
  };
}

export const rowSecurityBar: Bar = {
  number: 2,
  title: 'the list query under row-level security ÷ without',
  target: 1.05,
  experiments: [open],
};
