import type { PageAnswer, PageJob } from './pageWorker.ts';

interface Waiting {
  resolve: (answer: never) => void;
  reject: (failure: Error) => void;
}

let worker: Worker | undefined;
let last = 0;
const waiting = new Map<number, Waiting>();

function ensureWorker(): Worker {
  if (worker) return worker;
  worker = new Worker(new URL('./pageWorker.ts', import.meta.url), { type: 'module' });
  worker.addEventListener('message', ({ data }: MessageEvent) => {
    const { id, answer, failure } = data as { id: number; answer: never; failure?: string };
    const job = waiting.get(id);
    waiting.delete(id);
    if (failure === undefined) job?.resolve(answer);
    else job?.reject(new Error(failure));
  });
  worker.addEventListener('error', ({ message }) => {
    for (const { reject } of waiting.values()) reject(new Error(message));
    waiting.clear();
    worker = undefined;
  });
  return worker;
}

/** Jobs run in the worker; each promise resolves with the answer to its own job. */
export function pageJob<Job extends PageJob>(job: Job): Promise<PageAnswer<Job>> {
  last += 1;
  const id = last;
  return new Promise((resolve, reject) => {
    waiting.set(id, { resolve, reject });
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no other origin
    ensureWorker().postMessage({ id, job }, 'frame' in job ? [job.frame] : []);
  });
}
