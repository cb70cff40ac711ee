/** The PDFs of a package's documents: most were made when the files arrived; the others are made now. */
import type { Db } from '../../platform/db/db.ts';
import { forEachConcurrently } from '../../platform/limit-concurrency.ts';
import type { Bucket } from '../../platform/object-storage.ts';
import { pdfOf, type PdfOf } from '../documents/index.ts';
import type { StoredDocument } from './build-store.ts';

interface Bench {
  readonly db: Db;
  readonly vault: Bucket;
  readonly companyId: string;
  /** Throws once other companies shall get their turn. */
  giveWay(): void;
}

/** The office program takes a core and a fifth of a gigabyte. */
const AT_ONCE = 2;

export async function pdfsOf(
  bench: Bench,
  documents: readonly StoredDocument[],
  progress: (share: number) => void,
): Promise<PdfOf[]> {
  const found: PdfOf[] = [];
  let done = 0;
  let isAnyMade = false;
  const made = (): void => void (isAnyMade = true);
  await forEachConcurrently(documents, AT_ONCE, async ({ file, ...stored }, index) => {
    const { documentId, version, name } = file;
    found[index] = await pdfOf({ ...bench, made }, { ...stored, documentId, version, name });
    progress((done += 1) / documents.length);
    // Each turn converts at least one, however long it takes to find those of the turns before.
    if (isAnyMade && done < documents.length) bench.giveWay();
  });
  return found;
}
