import { expect, test } from 'vitest';
import { CompanyShare, IN_SERVICE, WAITING } from './company-share.ts';

const refusal = { code: 'RATE_LIMITED' };

/** The share of a process in which another company made a call a moment ago. */
async function sharedProcess(perSecond: number, clock?: () => number): Promise<CompanyShare> {
  const share = new CompanyShare({ perSecond, factor: 1 }, clock);
  await share.run('earlier', 1, async () => {});
  return share;
}

/** Calls that run until the test ends them. */
async function setUp(perSecond = 10_000) {
  let now = 1_000_000;
  const share = await sharedProcess(perSecond, () => now);
  const startedCalls: string[] = [];
  const ends: (() => void)[] = [];
  const call = (company: string | null): Promise<void> =>
    share.run(company, 1, () => {
      startedCalls.push(company ?? 'no company');
      return new Promise<void>((resolve) => ends.push(resolve));
    });
  return {
    share,
    startedCalls,
    call,
    end: () => ends.shift()?.(),
    pass: (ms: number) => (now += ms),
  };
}
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('a few calls of a company are in service, and the next one when one of them ends', async () => {
  const { startedCalls, call, end } = await setUp();
  for (let index = 0; index < IN_SERVICE + 2; index += 1) void call('busy');
  expect(startedCalls).toHaveLength(IN_SERVICE);
  end();
  await turn();
  expect(startedCalls).toHaveLength(IN_SERVICE + 1);
});

test('another company does not wait for them', async () => {
  const { startedCalls, call } = await setUp();
  for (let index = 0; index < 100; index += 1) void call('busy');
  void call('other');
  expect(startedCalls.filter((company) => company === 'other')).toHaveLength(1);
});

test('a call that would wait too long is refused, and the line stays whole', async () => {
  const { share, call, end } = await setUp();
  const calls = Array.from({ length: IN_SERVICE + WAITING }, () => call('busy'));
  await expect(call('busy')).rejects.toMatchObject(refusal);
  const ending = setInterval(end);
  await Promise.all(calls);
  clearInterval(ending);
  expect(share.size).toBe(0);
});

test('a company that calls too often is refused, the others are not', async () => {
  const share = await sharedProcess(10);
  const call = (company: string): Promise<void> => share.run(company, 1, async () => {});
  for (let index = 0; index < 20; index += 1) await call('busy');
  await expect(call('busy')).rejects.toMatchObject(refusal);
  await call('other');
});

test('a call that fails gives its place back', async () => {
  const share = await sharedProcess(10_000);
  for (let index = 0; index < IN_SERVICE + 1; index += 1) {
    const failing = share.run('busy', 1, () => Promise.reject(new Error('broken')));
    await expect(failing).rejects.toThrow('broken');
  }
  expect(share.size).toBe(0);
});

test('a company that has the process to itself takes all of it until another caller comes', async () => {
  const { share, startedCalls, call, end, pass } = await setUp(10);
  void call('busy');
  pass(11_000);
  const calls = Array.from({ length: 100 }, () => call('busy'));
  expect(startedCalls).toHaveLength(101);
  void call(null);
  const queued = call('busy');
  await turn();
  expect(startedCalls.filter((company) => company === 'busy')).toHaveLength(101);
  const ending = setInterval(end);
  await Promise.all([...calls, queued]);
  clearInterval(ending);
  expect(startedCalls.filter((company) => company === 'busy')).toHaveLength(102);
  expect(share.size).toBe(0);
});

test('the first company that calls has the process to itself until another company calls', async () => {
  const share = new CompanyShare({ perSecond: 10, factor: 1 });
  const call = (company: string): Promise<void> => share.run(company, 1, async () => {});
  for (let index = 0; index < 100; index += 1) await call('first');
  await call('other');
  for (let index = 0; index < 20; index += 1) await call('first');
  await expect(call('first')).rejects.toMatchObject(refusal);
});
