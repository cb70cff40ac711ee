import { log, patched, proxyActivities, sleep } from '@temporalio/workflow';
import type { ProcessActivities, ProcessRef } from '../process-document.ts';

const steps = proxyActivities<ProcessActivities>({
  startToCloseTimeout: '20 minutes',
  // Missing heartbeats, not the long timeout, reveal a worker that died.
  heartbeatTimeout: '10 seconds',
  retry: { initialInterval: '2 seconds', maximumInterval: '1 minute', maximumAttempts: 3 },
});

/** Without a last attempt: a database that is down must not leave the document unfinished for good. */
const { giveUpDocument } = proxyActivities<ProcessActivities>({
  startToCloseTimeout: '1 minute',
  retry: { initialInterval: '2 seconds', maximumInterval: '1 minute' },
});

/** The steps read the database and the store, and either may be down for longer than three attempts take. */
const PAUSES = ['1 minute', '10 minutes', '1 hour'] as const;

/** OCR handles this many pages, then other documents get their turn. */
const PAGES_IN_TURN = 5;

/** PROCESSING → READING → READY, or the reason why the file has no pages. FAILED is tried again after each pause. */
export async function processDocument(ref: ProcessRef): Promise<void> {
  for (const pause of [...PAUSES, null]) {
    try {
      await processOnce(ref);
      return;
    } catch {
      await giveUpDocument(ref);
      // Workflows that started before the pauses existed end here.
      if (pause === null || !patched('process-again')) return;
      await sleep(pause);
    }
  }
}

async function processOnce(ref: ProcessRef): Promise<void> {
  if (!(await steps.convertDocument(ref))) return;
  await steps.makeThumbnails(ref);
  const waiting = await steps.extractText(ref);
  await recognizeInTurns(ref, waiting);
  await classify(ref);
  await steps.finishDocument(ref);
}

/** Runs OCR in turns. If it fails, the pages are shown without text. */
async function recognizeInTurns(ref: ProcessRef, waiting: readonly number[]): Promise<void> {
  try {
    for (let at = 0; at < waiting.length; at += PAGES_IN_TURN) {
      await steps.recognizeText({ ...ref, pages: waiting.slice(at, at + PAGES_IN_TURN) });
    }
  } catch (error) {
    log.warn('OCR of a document failed; its scanned pages are shown without text', {
      error,
      ...ref,
    });
  }
}

/** Facts are hints: if this fails, the document is shown without them. */
async function classify(ref: ProcessRef): Promise<void> {
  // Workflows that started before this step existed continue without it.
  if (!patched('classify-document')) return;
  try {
    await steps.classifyDocument(ref);
  } catch (error) {
    log.warn('a document could not be classified; it is shown without suggestions', {
      error,
      ...ref,
    });
  }
}
