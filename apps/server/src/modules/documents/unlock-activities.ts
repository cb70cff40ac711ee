/** Removes the password of a PDF in the sandbox, and scans the copy like an upload (decision 0082). */
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Bucket } from '../../platform/object-storage.ts';
import { runSandboxed } from '../../platform/sandbox.ts';
import { Digester } from '../../platform/stored-file.ts';
import { scan } from '../../platform/virus-scanner.ts';
import type { WorkflowInputs } from '../../platform/workflow-inputs.ts';
import { BEAT_MS, saveVerdict, keepScanned, type ScanDeps } from './scan-document.ts';
import { findStoredObject } from './store.ts';
import { consumePassword } from './unlock-document.ts';

type Locked = WorkflowInputs['unlockDocument'];

export interface UnlockActivities {
  unlockStoredFile(locked: Locked): Promise<void>;
  giveUpUnlocking(locked: Locked): Promise<void>;
}

const LOCKED = 'locked.pdf';
const UNLOCKED = 'unlocked.pdf';
const SECONDS = 120;
const MEMORY_BYTES = 2 ** 31;

export function unlockActivities(
  { secretKey, ...deps }: ScanDeps & { readonly secretKey: string },
  heartbeat: () => void,
): UnlockActivities {
  const { db, storage } = deps;
  /** The password was used or lost, so the person is asked again. */
  const askAgain = (ref: Locked, reason: 'ENCRYPTED' | 'WRONG_PASSWORD') =>
    saveVerdict(db, ref, { state: 'INFECTED', reason, isAnnounced: true });

  return {
    async unlockStoredFile(ref) {
      const { companyId, documentId, version } = ref;
      const scope = { kind: 'company', companyId } as const;
      // Committed before the password is used, so that an attempt that dies does not use it twice.
      const password = await db.write(scope, (tx) => consumePassword(tx, secretKey, ref));
      const object = await findStoredObject(db.reads(scope), companyId, documentId);
      if (object?.version !== version || object.scan_reason !== null) return;
      if (password === undefined) {
        await askAgain(ref, 'ENCRYPTED');
        return;
      }
      const folder = await mkdtemp(join(tmpdir(), 'cairn-unlock-'));
      const beating = setInterval(heartbeat, BEAT_MS);
      try {
        await fetchTo(storage.incoming, object.object_key, join(folder, LOCKED));
        const problem = await unlock(folder, password);
        if (problem === 'WRONG_PASSWORD') {
          await askAgain(ref, problem);
          return;
        }
        if (problem) await saveVerdict(db, ref, { state: 'INFECTED', reason: problem });
        else await scanUnlocked(deps, ref, join(folder, UNLOCKED), object.name);
        await storage.incoming.remove(object.object_key);
      } finally {
        clearInterval(beating);
        await rm(folder, { recursive: true, force: true });
      }
    },

    giveUpUnlocking: async (ref) => {
      await db.write({ kind: 'company', companyId: ref.companyId }, (tx) =>
        consumePassword(tx, secretKey, ref),
      );
      await askAgain(ref, 'ENCRYPTED');
    },
  };
}

const fetchTo = async (bucket: Bucket, key: string, path: string): Promise<void> =>
  pipeline(await bucket.read(key), createWriteStream(path, { mode: 0o600 }));

/** Undefined if the unlocked copy is in the folder. The password is passed through a pipe. */
async function unlock(
  folder: string,
  password: string,
): Promise<'WRONG_PASSWORD' | 'TYPE_MISMATCH' | undefined> {
  const qpdf = async (...options: string[]): Promise<number> => {
    const { code } = await runSandboxed({
      folder,
      command: ['qpdf', '--password-file=-', ...options],
      seconds: SECONDS,
      memoryBytes: MEMORY_BYTES,
      input: `${password}\n`,
    });
    return code;
  };
  const code = await qpdf('--decrypt', LOCKED, UNLOCKED);
  // Exit code 3: success with warnings about the file.
  if (code === 0 || code === 3) return undefined;
  // Exit code 0: a password is needed, and this one is wrong. 2: not encrypted. 3: the password is right.
  const exitCode = await qpdf('--requires-password', LOCKED);
  return exitCode === 0 ? 'WRONG_PASSWORD' : 'TYPE_MISMATCH';
}

async function scanUnlocked(
  deps: ScanDeps,
  ref: Locked,
  path: string,
  name: string,
): Promise<void> {
  const digester = new Digester();
  const content = createReadStream(path) as AsyncIterable<Buffer>;
  const verdict = await scan(deps.clamd, content, (chunk) => digester.update(chunk));
  await keepScanned(deps, ref, { path, name, verdict, digests: digester.digests() });
}
