import type { CallName } from '@cairn/contract';
import { announce } from './announce.ts';
import { calls } from './calls.ts';
import { type Request, send } from './client.ts';
import { reportFailure } from './failures.ts';
import { refresh } from './queries.ts';
import { toast } from './toast.ts';

export interface Job {
  name: CallName;
  /** How many things it is about. */
  count: number;
  run: () => Promise<unknown>;
}

export const job = <Name extends CallName>(name: Name, request: Request<Name>, count = 1): Job => ({
  name,
  count,
  run: () => send(name, request),
});

/** "3 items restored", or how many of them. */
const gatheredWords = (done: number, of: number, verb: string, noun: string): string =>
  done === of
    ? `${of} ${of === 1 ? noun : `${noun}s`} ${verb}`
    : `${done} of ${of} ${noun}s ${verb}`;

interface Named {
  /** "item" where it is left out. */
  noun?: string;
  /** Of the one thing that it is about. */
  title?: string | undefined;
}

/** One after the other, since they lock the same loan. Says once what became of them; the first failure says why. */
export async function sendAll(
  jobs: readonly Job[],
  of: number,
  verb: string,
  { noun = 'item', title }: Named = {},
): Promise<void> {
  let doneCount = 0;
  let failed: { name: CallName; failure: unknown } | undefined;
  for (const { name, count, run } of jobs) {
    try {
      await run();
      doneCount += count;
    } catch (failure) {
      failed ??= { name, failure };
    }
  }
  const changed = new Set(jobs.flatMap(({ name }) => calls[name].changes));
  await refresh([...changed]);
  if (failed) reportFailure(failed.failure, calls[failed.name]);
  if (doneCount === 0) return;
  const words =
    of === 1 && title !== undefined ? `${title} ${verb}` : gatheredWords(doneCount, of, verb, noun);
  if (doneCount === of) toast.success(words);
  else toast.info(words);
  announce(words);
}
