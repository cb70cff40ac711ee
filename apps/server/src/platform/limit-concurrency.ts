/** Runs at most `max` at a time in this process; the others wait in order of arrival. */
export function limitConcurrency(max: number) {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async <T>(work: () => Promise<T>): Promise<T> => {
    // Finished work passes its slot on, so that a newcomer cannot take it first.
    if (running < max) running += 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}

/** For each key, runs one at a time in this process; the others with that key wait in line. */
export function oneAtATime() {
  const lines = new Map<string, Promise<unknown>>();
  return <T>(key: string, work: () => Promise<T>): Promise<T> => {
    const run = (lines.get(key) ?? Promise.resolve()).then(work);
    const ended = run
      .catch(() => {})
      .finally(() => {
        if (lines.get(key) === ended) lines.delete(key);
      });
    lines.set(key, ended);
    return run;
  };
}

/**
 * Runs `work` on each item, at most `max` at a time. After a failure no further one is started, and those in progress
 * are awaited.
 */
export async function forEachConcurrently<T>(
  items: readonly T[],
  max: number,
  work: (item: T, index: number) => Promise<void>,
): Promise<void> {
  let next = 0;
  const workOn = async (): Promise<void> => {
    while (next < items.length) {
      const index = (next += 1) - 1;
      await work(items[index]!, index);
    }
  };
  const orStop = (error: unknown): never => {
    next = items.length;
    throw error;
  };
  const ended = await Promise.allSettled(Array.from({ length: max }, () => workOn().catch(orStop)));
  for (const each of ended) if (each.status === 'rejected') throw each.reason;
}
