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
  const sources = documents.map(({ file, ...storedFile }) => {
    const { documentId, version, name } = file;
    return { ...storedFile, documentId, version, name };
  });
  const pdfs = await knownPdfs(bench, sources);
  let finished = pdfs.filter((pdf) => pdf !== undefined).length;
  let isAnyMade = false;
  const onConverted = (): void => void (isAnyMade = true);
  progress(documents.length === 0 ? 1 : finished / documents.length);
  await forEachConcurrently(sources, AT_ONCE, async (source, index) => {
    if (pdfs[index]) return;
    pdfs[index] = await pdfOf({ ...bench, onConverted }, source);
    progress((finished += 1) / documents.length);
    // Each turn converts at least one document, however long it takes to look up those of earlier turns.
    if (isAnyMade && finished < documents.length) bench.yieldTurn();
  });
  return pdfs.map((pdf) => pdf!);
}
