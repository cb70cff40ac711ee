export type Turns = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** Limits how many tasks run at the same time. The others wait and start in the order in which they were added. */
export function makeTurns(most: number): Turns {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running < most) running += 1;
    else {
      await new Promise<void>((resolve) => {
        waiting.push(resolve);
      });
    }
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
