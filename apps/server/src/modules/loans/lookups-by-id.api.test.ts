/** A lookup by id costs the same however many other lenders there are. */
import type { CallName } from '@cairn/contract';
import { startTestServer, type TestServer } from '@cairn/testing';
import { cloneLenders } from '@cairn/testing/lenders/clone-lenders';
import { difference, readCounters, total } from '@cairn/testing/lenders/counters';
import { makeOriginal } from '@cairn/testing/lenders/original';
import { aimAt } from '@cairn/testing/matrix/aim-at';
import type { Aimed } from '@cairn/testing/matrix/aims';
import type { Aimable } from '@cairn/testing/matrix/requests';
import { makeWorld, type Caller, type World } from '@cairn/testing/matrix/world';
import { afterAll, beforeAll, expect, test } from 'vitest';

const CONNECTIONS = 2;
const CALLERS = ['ADM', 'LB', 'UW'] as const satisfies readonly Caller[];
const CALLS = [
  'getLoan',
  'getDocumentWithDownloadUrl',
  'getBusiness',
  'getLoanEntity',
  'listThreadMessages',
  'getShoeboxItem',
  'listLoanShoebox',
  'listPendingInvites',
  'listTemplateElements',
] as const satisfies readonly (CallName & Aimable)[];

/** A skip scan would do one search for each of these lenders, and a full scan would read all of their entries. */
const FEW_LENDERS = 100;
const MANY_LENDERS = 1500;
/** A larger index may be one level deeper; with ten lenders nearly all indexes are a single page. */
const MAX_RATIO = 1.2;
const MORE_PAGES = 8;

let server: TestServer;
let world: World;
const requests = new Map<string, Aimed>();
const before = new Map<string, number>();

beforeAll(async () => {
  server = await startTestServer({ poolSize: CONNECTIONS, feedRuns: false });
  world = await makeWorld(server, false);
  const originalId = await makeOriginal(server);
  for (const caller of CALLERS) {
    for (const call of CALLS) {
      requests.set(`${caller} ${call}`, await aimAt(world, call, 'own', caller));
    }
  }
  await cloneLenders(server.owner, originalId, 1, FEW_LENDERS);
  for (const caller of CALLERS) {
    for (const call of CALLS) before.set(`${caller} ${call}`, await pagesOf(call, caller));
  }
  await cloneLenders(server.owner, originalId, FEW_LENDERS + 1, MANY_LENDERS);
}, 300_000);
afterAll(() => server.stop());

/** The lowest cost of three calls, because the first one also plans its statements. */
async function pagesOf(call: (typeof CALLS)[number], caller: Caller): Promise<number> {
  const costs: number[] = [];
  for (let repeat = 0; repeat < 3; repeat += 1) {
    const start = await readCounters(server.db, server.owner, CONNECTIONS);
    const { status } = await server.call(call, requests.get(`${caller} ${call}`), {
      token: world.callers[caller].token!,
    });
    expect(status).toBeLessThan(500);
    const end = await readCounters(server.db, server.owner, CONNECTIONS);
    costs.push(total(difference(start, end)).pages);
  }
  return Math.min(...costs);
}

test.each(CALLERS)(
  '%s finds it by one search, not by one for each lender',
  async (caller) => {
    const grown: string[] = [];
    for (const call of CALLS) {
      const [few, many] = [before.get(`${caller} ${call}`)!, await pagesOf(call, caller)];
      if (many > few * MAX_RATIO + MORE_PAGES) grown.push(`${call}: ${few} pages, then ${many}`);
    }
    expect(grown).toEqual([]);
  },
  120_000,
);
