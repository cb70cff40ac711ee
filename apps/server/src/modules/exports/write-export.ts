/** Writes a package's plan to the store as a zip of files, a zip of PDFs, or one PDF. */
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Db } from '../../platform/db/db.ts';
import { forEachConcurrently } from '../../platform/limit-concurrency.ts';
import type { Bucket } from '../../platform/object-storage.ts';
import { digestOfChunks, sendFile, sendInParts } from '../../platform/multipart-upload.ts';
import { readStored, type StoredFile } from '../../platform/stored-file.ts';
import { chunksOfZip, zipReader } from '../../platform/stored-zip.ts';
import type { BuiltFile, StoredDocument } from './build-store.ts';
import { answerLines, mergePdfs, type Pages } from './merge-pdfs.ts';
import { listPages } from './pdf-pages.ts';
import { extensionOf, pathsOf } from './paths.ts';
import {
  MANIFEST,
  pdfManifest,
  SIGNATURE,
  VERIFY_PAGE,
  verifyPage,
  type ListedFiles,
  type PdfPart,
} from './manifest.ts';
import type { ManifestFacts, SignedManifest } from './manifest-store.ts';
import type { SigningKeys } from './signing-keys.ts';
import { signPdf } from './sign-pdf.ts';
import type { PdfOf } from '../documents/index.ts';
import { pdfsOf } from './document-pdfs.ts';
import { folderOf, TYPED_ANSWERS, type LeftOut, type Plan } from './plan.ts';
import { bufferEntry, lengthOf, zipLayout, type ZipEntry } from '../../platform/zip.ts';

/** What building a file needs. */
export interface Bench {
  readonly db: Db;
  readonly vault: Bucket;
  readonly companyId: string;
  readonly key: string;
  readonly uploadId: string | undefined;
  onBegin(uploadId: string): Promise<void>;
  /** Signs the list of a zip's files. A later attempt gets the first one's manifest, and continues its upload. */
  sign(files: ListedFiles): Promise<SignedManifest & { isContinued: boolean }>;
  /** The manifest's data besides the files. */
  facts(): Promise<ManifestFacts>;
  readonly keys: SigningKeys;
  /** Called between conversions, whose results are kept. Throws when other companies should get their turn. */
  yieldTurn(): void;
  /** From 0 to 1. */
  progress(share: number): void;
}

type Packed = StoredFile & { readonly crc32: number };

const CONVERTING = 0.7;
/** Documents read in parallel, each one block ahead of its reader. */
const READ_AT_ONCE = 4;

/** The bytes as they were sent; with `asPdf`, documents that have pages are PDFs. */
export async function makeZip(
  bench: Bench,
  plan: Plan,
  documents: readonly StoredDocument[],
  asPdf: boolean,
): Promise<BuiltFile> {
  const began = asPdf ? CONVERTING : 0;
  const pdfs = asPdf
    ? await pdfsOf(bench, documents, (share) => bench.progress(share * began))
    : [];
  const packed = documents.map((document, index): Packed => pdfIn(pdfs[index]) ?? document);
  const answerFiles = plan.answers?.length
    ? [
        {
          path: `${TYPED_ANSWERS}.pdf`,
          bytes: (await listPages(TYPED_ANSWERS, answerLines(plan.answers))).bytes,
        },
      ]
    : [];
  const reserved = [MANIFEST, SIGNATURE, VERIFY_PAGE, ...answerFiles.map(({ path }) => path)];
  const paths = pathsOf(plan, reserved, ({ name }, index) =>
    pdfIn(pdfs[index]) ? '.pdf' : extensionOf(name),
  );
  const entries = documents.map(({ modified }, index): ZipEntry<StoredFile> => ({
    path: paths[index]!,
    size: packed[index]!.size,
    crc32: packed[index]!.crc32,
    modified,
    content: packed[index]!,
  }));
  const page = verifyPage(bench.keys.trusted);
  const contents = { plan, paths, packed, generated: answerFiles, page };
  const { manifest, signature, isContinued } = await bench.sign(contents);
  if (!isContinued && bench.uploadId !== undefined) {
    await bench.vault.dropParts(bench.key, bench.uploadId).catch(() => {});
  }
  const latest = new Date(Math.max(0, ...documents.map(({ modified }) => modified.getTime())));
  const segments = zipLayout<StoredFile>([
    ...entries,
    ...answerFiles.map(({ path, bytes }) => bufferEntry(path, bytes, latest)),
    bufferEntry(MANIFEST, Buffer.from(manifest), latest),
    bufferEntry(SIGNATURE, Buffer.from(signature), latest),
    bufferEntry(VERIFY_PAGE, page, latest),
  ]);
  const size = lengthOf(segments);
  const chunks = chunksOfZip(segments);
  await sendInParts(bench.vault, {
    key: bench.key,
    size,
    uploadId: isContinued ? bench.uploadId : undefined,
    onBegin: (uploadId) => bench.onBegin(uploadId),
    bytes: zipReader(bench.vault, segments),
    onProgress: (bytes) => bench.progress(began + (1 - began) * (bytes / size)),
  });
  return {
    objectKey: bench.key,
    size,
    sha256: digestOfChunks(chunks.chunkSha256),
    ...chunks,
    leftOut: plan.leftOut,
  };
}

const pdfIn = (pdf: PdfOf | undefined): Packed | undefined =>
  pdf && 'key' in pdf ? pdf : undefined;

/** Everything that has pages, in order; files without pages are listed at the end. */
export async function makePdf(
  bench: Bench,
  plan: Plan,
  documents: readonly StoredDocument[],
): Promise<BuiltFile> {
  const pdfs = await pdfsOf(bench, documents, (share) => bench.progress(share * CONVERTING));
  const folder = await mkdtemp(join(tmpdir(), 'cairn-package-'));
  try {
    const pages: Pages[] = [];
    const parts: PdfPart[] = [];
    const leftOut: LeftOut[] = [...plan.leftOut];
    const nameOfDocument = new Map<string, string>();
    const printed: { pdf: StoredFile; path: string }[] = [];
    for (const [index, { file, size, sha256 }] of documents.entries()) {
      const pdf = pdfs[index]!;
      const inFolder = folderOf(plan, file);
      if ('refused' in pdf) {
        leftOut.push({ folder: inFolder, title: file.title, reason: pdf.refused });
        continue;
      }
      const name = nameOfDocument.get(file.documentId) ?? `${index}.pdf`;
      const isRepeated = nameOfDocument.has(file.documentId);
      if (!isRepeated) printed.push({ pdf, path: join(folder, name) });
      nameOfDocument.set(file.documentId, name);
      pages.push({ file, name, pages: pdf.pages, isRepeated });
      parts.push({ file, folder: inFolder, original: { size, sha256 }, pages: pdf.pages });
    }
    await forEachConcurrently(printed, READ_AT_ONCE, ({ pdf, path }) =>
      pipeline(readStored(bench.vault, pdf), createWriteStream(path)),
    );
    const facts = await bench.facts();
    const page = { name: VERIFY_PAGE, bytes: verifyPage(bench.keys.trusted) };
    let list: Buffer = Buffer.alloc(0);
    const { path: merged, places } = await mergePdfs(folder, {
      plan,
      documents: pages,
      leftOut,
      facts,
      attachments: (starts) => {
        list = pdfManifest(facts, parts, starts, leftOut);
        return [{ name: MANIFEST, bytes: list }, page];
      },
    });
    const digests = await signPdf(merged, bench.keys, { at: places[0]!, length: list.length });
    // Sent completely each time, because two merges need not be the same byte for byte.
    const { size, sha256, chunkSha256 } = await sendFile(bench.vault, bench.key, merged, {
      digests,
      onProgress: (share) => bench.progress(CONVERTING + (1 - CONVERTING) * share),
    });
    return { objectKey: bench.key, size, sha256, chunkSha256, chunkLengths: null, leftOut };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
