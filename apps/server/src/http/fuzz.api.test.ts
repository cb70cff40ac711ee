/**
 * Drill C3: calls every endpoint of the contract with requests that its schema allows, as several callers, some
 * concurrently. Requests are the same in each run, so a new failure was caused by a change; FUZZ_SEED generates
 * others, FUZZ_EACH more.
 */
import { startTestServer, type TestServer } from '@cairn/testing';
import { describeBroken, fuzz, fuzzable } from '@cairn/testing/fuzz/fuzz';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { violations } from '../platform/db/migrate.ts';

const seed = Number(process.env['FUZZ_SEED'] ?? 41);
const each = Number(process.env['FUZZ_EACH'] ?? 12);
const HANG_MS = 5000;
const LONGEST_MS = 30_000 + each * 20_000;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ config: { limitFactor: 1_000_000 } });
});
afterAll(() => server.stop());

describe('what schemas let through', () => {
  test(
    'no call answers with 500 or above, or hangs [C3]',
    async () => {
      const run = await fuzz(server, { seed, each, hangMs: HANG_MS });
      const answers = Object.entries(run.statuses).map(([status, count]) => `${count} × ${status}`);
      console.log(
        `fuzz, seed ${seed}: ${run.requests} requests to ${fuzzable().length} calls: ${answers.join(', ')};` +
          ` slowest ${Math.round(run.slowestMs)} ms`,
      );
      expect(describeBroken(run), `FUZZ_SEED=${seed}`).toEqual([]);
      // Stored totals match what a count finds, and all other invariants hold.
      expect(await violations(server.owner.options.connectionString!)).toEqual([]);
    },
    LONGEST_MS,
  );
});

describe('it would be noticed', () => {
  test('that the database refuses what a schema lets through', async () => {
    await server.owner.query(`alter table cairn.template add check (name !~ '[^ -~]') not valid`);
    try {
      const calls = ['createTemplate'] as const;
      const run = await fuzz(server, { seed, each: 240, hangMs: HANG_MS, calls });
      expect(run.broken.map(({ what }) => what)).toContainEqual(expect.stringMatching(/^500/));
    } finally {
      await server.owner.query('alter table cairn.template drop constraint template_name_check1');
    }
  });

  test('that a call takes its time', async () => {
    await server.owner
      .query(`create function cairn.slow_insert() returns trigger language plpgsql as
      $$ begin perform pg_sleep(0.5); return new; end $$`);
    await server.owner.query(`create trigger slow_insert before insert on cairn.loan_view
      for each row execute function cairn.slow_insert()`);
    try {
      const run = await fuzz(server, { seed, each: 90, hangMs: 400, calls: ['createLoanView'] });
      expect(run.broken.map(({ what }) => what)).toContainEqual(expect.stringMatching(/^took/));
    } finally {
      await server.owner.query('drop function cairn.slow_insert() cascade');
    }
  });
});
