import type { CallName } from '@cairn/contract';
import { announce } from './announce.ts';
import { calls } from './calls.ts';
import { type Request, send } from './client.ts';
import { reportFailure } from './failures.ts';
import { refresh } from './queries.ts';
import { toast } from './toast.ts';

export interface Job {
  name: CallName;
  /** The number of items that the call changes. */
  count: number;
  run: () => Promise<unknown>;
}

export const job = <Name extends CallName>(name: Name, request: Request<Name>, count = 1): Job => ({
  name,
  count,
  run: () => send(name, request),
});

/** "3 items restored", or "2 of 3 items restored" if some failed. */
const gatheredWords = (done: number, of: number, verb: string, noun: string): string =>
  done === of
    ? `${of} ${of === 1 ? noun : `${noun}s`} ${verb}`
    : `${done} of ${of} ${noun}s ${verb}`;

interface Named {
  /** The singular noun for an item, "item" by default. */
  noun?: string;
  /** The name of the item if there is only one. */
  title?: string | undefined;
}

/**
 * Sends the calls one after another, because they lock the same loan. Shows one message for all of them, and the error
 * of the first call that failed.
 */
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
