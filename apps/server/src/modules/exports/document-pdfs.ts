/** The PDFs of a package's documents. Most were converted when the files arrived; the others are converted now. */
import type { Db } from '../../platform/db/db.ts';
import { forEachConcurrently } from '../../platform/limit-concurrency.ts';
import type { Bucket } from '../../platform/object-storage.ts';
import { knownPdfs, pdfOf, type PdfOf } from '../documents/index.ts';
import type { StoredDocument } from './build-store.ts';

interface Bench {
  readonly db: Db;
  readonly vault: Bucket;
  readonly companyId: string;
  /** Throws when other companies should get their turn. */
  yieldTurn(): void;
}

/** LibreOffice uses a core and a fifth of a gigabyte. */
const AT_ONCE = 2;

export async function pdfsOf(
  bench: Bench,
  documents: readonly StoredDocument[],
  progress: (share: number) => void,
): Promise<PdfOf[]> {
  const sources = documents.map(({ file, ...stored }) => {
    const { documentId, version, name } = file;
    return { ...stored, documentId, version, name };
  });
  const found = await knownPdfs(bench, sources);
  let done = found.filter((pdf) => pdf !== undefined).length;
  let isAnyMade = false;
  const made = (): void => void (isAnyMade = true);
  progress(documents.length === 0 ? 1 : done / documents.length);
  await forEachConcurrently(sources, AT_ONCE, async (source, index) => {
    if (found[index]) return;
    found[index] = await pdfOf({ ...bench, made }, source);
    progress((done += 1) / documents.length);
    // Each turn converts at least one document, however long it takes to look up those of earlier turns.
    if (isAnyMade && done < documents.length) bench.yieldTurn();
  });
  return found.map((pdf) => pdf!);
}
