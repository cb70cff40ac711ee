/**
 * Files that a phone shared with the installed app. public/share-worker.js stores them in IndexedDB of this browser.
 * They are offered for an hour, and erased when they are sent or discarded, and at logout.
 */
const DATABASE = 'cairn-shared';
const STORE = 'files';
const MAX_AGE_MS = 3_600_000;

interface Kept {
  readonly at: number;
  readonly file: File;
}

const settleRequest = <Value>(request: IDBRequest<Value>): Promise<Value> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error('IndexedDB')));
  });

/** The files of the last hour, oldest first. None if this browser does not allow storage. */
export async function readSharedFiles(): Promise<File[]> {
  try {
    const opening = indexedDB.open(DATABASE, 1);
    opening.addEventListener('upgradeneeded', () =>
      opening.result.createObjectStore(STORE, { autoIncrement: true }),
    );
    const database = await settleRequest(opening);
    try {
      const reading = database.transaction(STORE).objectStore(STORE);
      const [keys, all] = await Promise.all([
        settleRequest(reading.getAllKeys()),
        settleRequest(reading.getAll() as IDBRequest<Kept[]>),
      ]);
      const isExpired = all.map(({ at }) => Date.now() - at >= MAX_AGE_MS);
      const expired = keys.filter((_, index) => isExpired[index]);
      if (expired.length > 0) {
        const erasing = database.transaction(STORE, 'readwrite').objectStore(STORE);
        await Promise.all(expired.map((key) => settleRequest(erasing.delete(key))));
      }
      return all.filter((_, index) => !isExpired[index]).map(({ file }) => file);
    } finally {
      database.close();
    }
  } catch {
    return [];
  }
}

/** Erases the files after they were sent or discarded. A logout erases them too (forgetUser.ts). */
export function forgetSharedFiles(): void {
  try {
    indexedDB.deleteDatabase(DATABASE);
  } catch {
    // Private windows may deny access to storage. Then there is nothing to erase.
  }
}
