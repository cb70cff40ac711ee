/** The PDF of each document: converted once, stored beside the document's bytes, and used by previews and exports. */
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Db, Scope } from '../../platform/db/db.ts';
import { keyPrefix, newId } from '../../platform/ids.ts';
import type { Bucket } from '../../platform/object-storage.ts';
import { digestsOfFile, sendFile } from '../../platform/multipart-upload.ts';
import { readStored, type Digests, type StoredFile } from '../../platform/stored-file.ts';
import { convertToPdf, type Refused } from './convert-to-pdf.ts';
import {
  findPdf,
  findPdfs,
  isCurrent,
  savePdf,
  type DocumentBytes,
  type PdfRow,
} from './content-store.ts';

export type PdfOf =
  | { readonly refused: Refused }
  | (StoredFile & { readonly crc32: number; readonly pages: number });

export interface Converter {
  readonly db: Db;
  readonly vault: Bucket;
  readonly companyId: string;
  /** Called when a PDF had to be converted. */
  onConverted?(): void;
}

/** Returns the stored PDF, or converts the document now. */
export async function pdfOf(converter: Converter, document: DocumentBytes): Promise<PdfOf> {
  const { db, vault, companyId } = converter;
  const scope: Scope = { kind: 'company', companyId };
  const existing = await findPdf(db.reads(scope), companyId, document);
  if (existing) return presentPdf(document, existing);
  const pdf = await makePdfOf(converter, document);
  converter.onConverted?.();
  const saved = await db.write(scope, async (tx) => {
    // The document was deleted meanwhile: this caller gets the PDF, and the reaper deletes it.
    if (!(await isCurrent(tx, { companyId, ...document }))) return true;
    return savePdf(tx, companyId, document, pdf);
  });
  if (saved) return presentPdf(document, pdf);
  // Concurrent conversions differ byte for byte, so only the first is kept.
  if (pdf.object_key !== null) await vault.remove(pdf.object_key);
  return pdfOf(converter, document);
}

/** The stored PDFs of many documents, in the documents' order. */
export async function knownPdfs(
  { db, companyId }: Pick<Converter, 'db' | 'companyId'>,
  documents: readonly DocumentBytes[],
): Promise<(PdfOf | undefined)[]> {
  const rowOf = await findPdfs(db.reads({ kind: 'company', companyId }), companyId, documents);
  return documents.map((document) => {
    const row = rowOf(document);
    return row && presentPdf(document, row);
  });
}

/** A document that is a PDF is its own. */
export function presentPdf(document: StoredFile & { readonly crc32: number }, row: PdfRow): PdfOf {
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
  { vault, companyId }: Converter,
  document: DocumentBytes,
): Promise<PdfRow & { refused: Refused | null }> {
  return inFolder(async (folder) => {
    await downloadToFile(vault, document, join(folder, 'source'));
    const converted = await convertToPdf(folder, 'source', document.name);
    if ('refused' in converted) return { ...REFUSED, refused: converted.refused };
    const path = join(folder, converted.name);
    const about = { refused: null, pages: converted.pages };
    if (converted.isItself) {
      return { ...about, ...columnsOf(await digestsOfFile(path)), object_key: null };
    }
    const key = derivedKey('pdf', { companyId, ...document });
    return { ...about, ...columnsOf(await sendFile(vault, key, path)), object_key: key };
  });
}

/** Ends with a new id, so that a key never gets other bytes. */
export function derivedKey(
  kind: 'pdf' | 'thumbnails',
  { companyId, documentId, version }: { companyId: string; documentId: string; version: number },
): string {
  return `${keyPrefix(companyId, documentId)}/${kind}/${documentId}.${version}.${newId()}`;
}

/** Runs `work` in a temporary folder, which is deleted with its content. */
export async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'cairn-pages-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

export async function downloadToFile(vault: Bucket, file: StoredFile, path: string): Promise<void> {
  await pipeline(readStored(vault, file), createWriteStream(path, { mode: 0o600 }));
}

const columnsOf = ({ size, sha256, crc32, chunkSha256 }: Digests) => ({
  size,
  sha256,
  crc32,
  chunk_sha256: chunkSha256,
});
