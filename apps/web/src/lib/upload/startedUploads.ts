/** Uploads that were started in this browser, so that a file that is chosen again goes on where it stopped. */
import type { StartedUpload, UploadMemory } from './uploadInParts.ts';

const NAME = 'cairn-uploads';
/** As long as the store keeps the parts. */
const MAX_AGE_MS = 48 * 3_600_000;

type Known = Record<string, StartedUpload & { at: number }>;

/** Private windows may refuse storage: then an upload starts over after a reload. */
function read(): Known {
  try {
    const known = JSON.parse(localStorage.getItem(NAME) ?? '{}') as Known;
    const isFresh = ({ at }: { at: number }) => Date.now() - at < MAX_AGE_MS;
    return Object.fromEntries(Object.entries(known).filter(([, each]) => isFresh(each)));
  } catch {
    return {};
  }
}

function write(known: Known): void {
  try {
    localStorage.setItem(NAME, JSON.stringify(known));
  } catch {
    // See read.
  }
}

export const startedUploads: UploadMemory = {
  get: (fingerprint) => read()[fingerprint] ?? null,
  set: (fingerprint, { key, uploadId }) =>
    write({ ...read(), [fingerprint]: { key, uploadId, at: Date.now() } }),
  remove: (fingerprint) => {
    const { [fingerprint]: _, ...others } = read();
    write(others);
  },
};
