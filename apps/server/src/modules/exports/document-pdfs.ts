/** The PDF of each document: made once, kept beside the document's bytes, and used by every package. */
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Db, Scope } from '../../platform/db/db.ts';
import { newId } from '../../platform/ids.ts';
import type { Bucket } from '../../platform/object-storage.ts';
import { digestsOfFile, sendFile } from '../../platform/multipart-upload.ts';
import { readStored, type Digests, type StoredFile } from '../../platform/stored-file.ts';
import { convertToPdf, type Refused } from './convert-to-pdf.ts';
import { findPdf, savePdf, type PdfRow, type StoredDocument } from './build-store.ts';

export type PdfOf =
  | { readonly refused: Refused }
  | (StoredFile & { readonly crc32: number; readonly pages: number });

interface Bench {
  readonly db: Db;
  readonly vault: Bucket;
  readonly companyId: string;
}

/** The office program takes a core and a fifth of a gigabyte. */
const AT_ONCE = 2;

export async function pdfsOf(
  bench: Bench,
  documents: readonly StoredDocument[],
  progress: (share: number) => void,
): Promise<PdfOf[]> {
  const found: PdfOf[] = [];
  let next = 0;
  let done = 0;
  const work = async (): Promise<void> => {
    while (next < documents.length) {
      const index = (next += 1) - 1;
      found[index] = await pdfOf(bench, documents[index]!);
      progress((done += 1) / documents.length);
    }
  };
  const orStop = (error: unknown): never => {
    next = documents.length;
    throw error;
  };
  await Promise.all(Array.from({ length: AT_ONCE }, () => work().catch(orStop)));
  return found;
}

async function pdfOf(bench: Bench, document: StoredDocument): Promise<PdfOf> {
  const { db, vault, companyId } = bench;
  const scope: Scope = { kind: 'company', companyId };
  const known = await findPdf(db.reads(scope), companyId, document.file);
  if (known) return presented(document, known);
  const made = await makePdfOf(bench, document);
  if (await db.write(scope, (tx) => savePdf(tx, companyId, document.file, made))) {
    return presented(document, made);
  }
  // Two made it at once, for two packages. No two conversions are the same, byte for byte: one stays.
  if (made.object_key !== null) await vault.remove(made.object_key);
  return pdfOf(bench, document);
}

/** A document that is one already is its own. */
function presented(document: StoredDocument, row: PdfRow): PdfOf {
  if (row.refused !== null) return { refused: row.refused as Refused };
  const pages = row.pages!;
  if (row.object_key === null) return { ...document, pages };
  return {
    key: row.object_key,
    size: row.size!,
    sha256: row.sha256!,
    crc32: row.crc32!,
    chunkSha256: row.chunk_sha256,
    pages,
  };
}

const REFUSED = {
  object_key: null,
  size: null,
  sha256: null,
  crc32: null,
  chunk_sha256: null,
  pages: null,
};

async function makePdfOf(
  { vault, companyId }: Bench,
  document: StoredDocument,
): Promise<PdfRow & { refused: Refused | null }> {
  const folder = await mkdtemp(join(tmpdir(), 'cairn-pages-'));
  try {
    const { file } = document;
    await pipeline(readStored(vault, document), createWriteStream(join(folder, 'source')));
    const made = await convertToPdf(folder, 'source', file.name);
    if ('refused' in made) return { ...REFUSED, refused: made.refused };
    const path = join(folder, made.name);
    const about = { refused: null, pages: made.pages };
    if (made.isItself)
      return { ...about, ...columnsOf(await digestsOfFile(path)), object_key: null };
    const spread = createHash('sha256').update(file.documentId).digest('hex').slice(0, 4);
    const key = `${spread}/${companyId}/pdf/${file.documentId}.${file.version}.${newId()}`;
    return { ...about, ...columnsOf(await sendFile(vault, key, path)), object_key: key };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const columnsOf = ({ size, sha256, crc32, chunkSha256 }: Digests) => ({
  size,
  sha256,
  crc32,
  chunk_sha256: chunkSha256,
});
