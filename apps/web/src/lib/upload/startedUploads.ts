/** Uploads that were started in this browser, so that an upload resumes when the user chooses the same file again. */
import type { StartedUpload, UploadMemory } from './uploadInParts.ts';

const NAME = 'cairn-uploads';
/** The object store keeps the parts of an unfinished upload for this long. */
const MAX_AGE_MS = 48 * 3_600_000;

type Known = Record<string, StartedUpload & { at: number }>;

/** Private windows may deny access to storage. Then an upload starts over after a reload. */
function memoryIn(storageOf: () => Storage): UploadMemory {
  const readKnown = (): Known => {
    try {
      const all = JSON.parse(storageOf().getItem(NAME) ?? '{}') as Known;
      const isFresh = ({ at }: { at: number }) => Date.now() - at < MAX_AGE_MS;
      return Object.fromEntries(Object.entries(all).filter(([, each]) => isFresh(each)));
    } catch {
      return {};
    }
  };
  const write = (next: Known): void => {
    try {
      storageOf().setItem(NAME, JSON.stringify(next));
    } catch {
      // Without storage, the upload starts over after a reload.
    }
  };
  return {
    get: (fingerprint) => readKnown()[fingerprint] ?? null,
    set: (fingerprint, { key, uploadId }) =>
      write({ ...readKnown(), [fingerprint]: { key, uploadId, at: Date.now() } }),
    remove: (fingerprint) => {
      const { [fingerprint]: _, ...others } = readKnown();
      write(others);
    },
  };
}

export const startedUploads = memoryIn(() => localStorage);

/** For visitors, who may use a shared device: erased when the tab closes, like the secret of their session. */
export const startedUploadsOfTab = memoryIn(() => sessionStorage);
