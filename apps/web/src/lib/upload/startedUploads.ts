/** Uploads that were started in this browser, so that a file that is chosen again goes on where it stopped. */
import type { StartedUpload, UploadMemory } from './uploadInParts.ts';

const NAME = 'cairn-uploads';
/** The object store keeps parts for this long. */
const MAX_AGE_MS = 48 * 3_600_000;

type Known = Record<string, StartedUpload & { at: number }>;

/** Private windows may refuse storage: then an upload starts over after a reload. */
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
      // Private windows may refuse storage: then an upload starts over after a reload.
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

/** Of visitors, who may use a device that is not theirs: gone with the tab, like their session's secret. */
export const startedUploadsOfTab = memoryIn(() => sessionStorage);
