import { setTimeout as wait } from 'node:timers/promises';

/** Asks again until the answer is something, or it takes too long. */
export async function until<T>(ask: () => Promise<T | undefined | false>, ms = 15_000): Promise<T> {
  const deadline = Date.now() + ms;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined && answer !== false) return answer;
    if (Date.now() > deadline) throw new Error(`still not so after ${ms} ms`);
    await wait(50);
  }
}
