/** Waits after the last kill until no work is left, then checks workflows and stored bytes. */
import { waitUntil } from '../../tools/services/process.ts';
import { countUnfinished, type Engine, type Facts, type Stored } from './facts.ts';
import type { Entry } from './ledger.ts';
import type { Finding } from './verdict.ts';

/** A worker killed during a scan is noticed after ten seconds; a failed scan pauses for a minute. */
const SETTLE_PATIENCE_MS = 120_000;
/** Temporal's index of runs lags a little behind. */
const INDEX_PATIENCE_MS = 15_000;
const AT_ONCE = 16;

/** Work that is still unfinished afterwards is reported by the verdict. */
export async function settle(): Promise<void> {
  await waitUntil(async () => (await countUnfinished()) === 0, SETTLE_PATIENCE_MS, 250);
}

/** Every upload's event started one workflow, which has ended. */
export async function judgeWork(facts: Facts, engine: Engine): Promise<Finding[]> {
  const uploads = facts.happened.filter(
    ({ kind, hasEvent }) => kind === 'document.uploaded' && hasEvent,
  );
  const findings = await inParallel(uploads, async ({ id }): Promise<Finding[]> => {
    let state = '';
    // An activity whose result was lost with Temporal or the worker runs again after its timeout.
    await waitUntil(
      async () => (state = await engine.stateOf(id)) !== 'RUNNING',
      SETTLE_PATIENCE_MS,
    );
    if (state === 'COMPLETED') return [];
    return [{ fault: 'unfinished', text: `workflow ${id} is ${state}` }];
  });
  let runs = 0;
  const all = uploads.length;
  await waitUntil(async () => (runs = await engine.countRuns()) === all, INDEX_PATIENCE_MS, 500);
  if (runs > all) {
    findings.push({ fault: 'doubled', text: `${runs} workflow runs for ${all} events` });
  } else if (runs < all) {
    findings.push({ fault: 'unfinished', text: `${runs} workflow runs for ${all} events` });
  }
  return findings;
}

/** The store has the bytes that the client sent, and the scan saw the same. */
export async function judgeBytes(
  entries: readonly Entry[],
  facts: Facts,
  store: Stored,
): Promise<Finding[]> {
  const documents = new Map(facts.documents.map((each) => [each.objectKey, each]));
  return inParallel(entries, async ({ objectKey, sha256 }): Promise<Finding[]> => {
    const document = objectKey === undefined ? undefined : documents.get(objectKey);
    if (!document) return [];
    const storedHash = await store.sha256Of(document.vaultKey ?? '').catch(String);
    if (document.state === 'CLEAN' && document.sha256 === sha256 && storedHash === sha256)
      return [];
    const text = `document ${document.id}: ${document.state}, sent ${sha256}, stored ${storedHash}`;
    return [{ fault: 'unreadable', text }];
  });
}

async function inParallel<T>(
  items: readonly T[],
  job: (item: T) => Promise<Finding[]>,
): Promise<Finding[]> {
  const findings: Finding[] = [];
  const queue = items.values();
  const work = async (): Promise<void> => {
    for (const item of queue) findings.push(...(await job(item)));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return findings;
}
