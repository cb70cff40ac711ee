import { setTimeout as wait } from 'node:timers/promises';

/** Repeats `ask` until it returns anything but undefined or false; throws after `ms` milliseconds. */
export async function until<T>(ask: () => Promise<T | undefined | false>, ms = 15_000): Promise<T> {
  const deadline = Date.now() + ms;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined && answer !== false) return answer;
    if (Date.now() > deadline)
      throw new Error(`the awaited condition did not hold within ${ms} ms`);
    await wait(50);
  }
}
