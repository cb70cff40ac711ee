import { expect, test } from 'vitest';
import { forEachConcurrently, limitConcurrency, oneAtATime } from './limit-concurrency.ts';

test('work runs two at a time, the rest in order, also after a failure', async () => {
  const limited = limitConcurrency(2);
  let running = 0;
  let most = 0;
  const started: number[] = [];
  const work = (number: number) =>
    limited(async () => {
      started.push(number);
      running += 1;
      most = Math.max(most, running);
      await new Promise((resolve) => setImmediate(resolve));
      running -= 1;
      if (number === 1) throw new Error('failed');
      return number;
    });
  const results = await Promise.allSettled([0, 1, 2, 3, 4, 5].map(work));
  expect(most).toBe(2);
  expect(started).toEqual([0, 1, 2, 3, 4, 5]);
  expect(
    results.map(({ status }) => status).filter((status) => status === 'rejected'),
  ).toHaveLength(1);
  expect(await work(6)).toBe(6);
});

test('runs one at a time for each key, also after one that failed', async () => {
  const limited = oneAtATime();
  const order: string[] = [];
  const gates = new Map<string, () => void>();
  const work = (key: string, name: string) =>
    limited(key, async () => {
      order.push(name);
      await new Promise<void>((resolve) => gates.set(name, resolve));
      if (name === 'a1') throw new Error('failed');
      return name;
    });
  const all = [work('a', 'a1'), work('a', 'a2'), work('b', 'b1')];
  const ended = Promise.allSettled(all);
  const turn = () => new Promise((resolve) => setImmediate(resolve));
  await turn();
  expect(order).toEqual(['a1', 'b1']);
  gates.get('a1')!();
  await turn();
  expect(order).toEqual(['a1', 'b1', 'a2']);
  gates.get('a2')!();
  gates.get('b1')!();
  expect((await ended).map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled']);
});

test('work on a list keeps to its number at a time, and each item is worked on once', async () => {
  let running = 0;
  let most = 0;
  const results: number[] = [];
  await forEachConcurrently([10, 11, 12, 13, 14], 2, async (item, index) => {
    running += 1;
    most = Math.max(most, running);
    await new Promise((resolve) => setImmediate(resolve));
    running -= 1;
    results.push(item - index);
  });
  expect(most).toBe(2);
  expect(results).toEqual([10, 10, 10, 10, 10]);
});

test('after a failure nothing else of the list is begun, and what is under way ends first', async () => {
  const startedItems: number[] = [];
  const ended: number[] = [];
  const working = forEachConcurrently([0, 1, 2, 3], 2, async (item) => {
    startedItems.push(item);
    if (item === 0) throw new Error('no room');
    await new Promise((resolve) => setImmediate(resolve));
    ended.push(item);
  });
  await expect(working).rejects.toThrow('no room');
  expect(startedItems).toEqual([0, 1]);
  expect(ended).toEqual([1]);
});
