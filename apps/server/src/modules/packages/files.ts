/** A package's plan becomes an object in the store: a zip of the files, a zip of PDFs, or one PDF. */
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Db } from '../../platform/db/db.ts';
import { sendFile, sendInParts, sumsOf } from '../../platform/parts.ts';
import type { ObjectStore } from '../../platform/store.ts';
import type { Made, StoredDocument } from './making-store.ts';
import { merge, type Pages } from './merging.ts';
import { extensionOf, pathsOf } from './paths.ts';
import { pdfsOf, type PdfOf } from './pdfs.ts';
import { folderOf, type LeftOut, type Plan } from './plan.ts';
import { bufferEntry, bytesOf, lengthOf, zipLayout, type ZipEntry } from '../../platform/zip.ts';

/** What a file is made with. */
export interface Bench {
  readonly db: Db;
  readonly store: ObjectStore;
  readonly companyId: string;
  readonly key: string;
  readonly uploadId: string | undefined;
  begun(uploadId: string): Promise<void>;
  /** From 0 to 1. */
  progress(share: number): void;
}

interface Packed {
  readonly objectKey: string;
  readonly size: number;
  readonly sha256: Buffer;
  readonly crc32: number;
}

const MANIFEST = 'manifest.json';
const CONVERTING = 0.7;

/** The bytes as they were sent, or with `asPdf` the pages of what has any. */
export async function makeZip(
  bench: Bench,
  plan: Plan,
  documents: readonly StoredDocument[],
  asPdf: boolean,
): Promise<Made> {
  const began = asPdf ? CONVERTING : 0;
  const pdfs = asPdf
    ? await pdfsOf(bench, documents, (share) => bench.progress(share * began))
    : [];
  const packed: Packed[] = [];
  for (const [index, document] of documents.entries()) {
    packed.push(pdfIn(pdfs[index]) ?? (await withSums(bench.store, document)));
  }
  const paths = pathsOf(plan, [MANIFEST], ({ name }, index) =>
    pdfIn(pdfs[index]) ? '.pdf' : extensionOf(name),
  );
  const entries = documents.map(({ modified }, index): ZipEntry => ({
    path: paths[index]!,
    size: packed[index]!.size,
    crc32: packed[index]!.crc32,
    modified,
    content: packed[index]!.objectKey,
  }));
  const manifest = manifestOf(plan, paths, packed);
  const latest = new Date(Math.max(0, ...documents.map(({ modified }) => modified.getTime())));
  const segments = zipLayout([...entries, bufferEntry(MANIFEST, manifest, latest)]);
  const size = lengthOf(segments);
  await sendInParts(bench.store, {
    key: bench.key,
    size,
    uploadId: bench.uploadId,
    begun: (uploadId) => bench.begun(uploadId),
    bytes: (from, to) =>
      bytesOf(segments, from, to, (key, start, end) => bench.store.readBytes(key, start, end)),
    sent: (bytes) => bench.progress(began + (1 - began) * (bytes / size)),
  });
  return { objectKey: bench.key, size, leftOut: plan.leftOut };
}

const pdfIn = (pdf: PdfOf | undefined): Packed | undefined =>
  pdf && 'objectKey' in pdf ? pdf : undefined;

/** Kept since they were checked; what came in another way is read once more. */
async function withSums(store: ObjectStore, document: StoredDocument): Promise<Packed> {
  const { objectKey, size, sha256, crc32: sum } = document;
  if (sha256 !== null && sum !== null) return { objectKey, size, sha256, crc32: sum };
  return { objectKey, ...(await sumsOf(await store.read(objectKey))) };
}

/** What is in the zip, so that anybody can check it. Nothing in it depends on when it was made. */
const manifestOf = (plan: Plan, paths: readonly string[], packed: readonly Packed[]): Buffer =>
  Buffer.from(
    `${JSON.stringify(
      {
        files: plan.files.map(({ name }, index) => ({
          path: paths[index],
          originalName: name,
          size: packed[index]!.size,
          sha256: packed[index]!.sha256.toString('hex'),
        })),
        notIncluded: plan.leftOut,
      },
      undefined,
      2,
    )}\n`,
  );

/** Everything that has pages, one after the other; what has none is listed at its end. */
export async function makePdf(
  bench: Bench,
  plan: Plan,
  documents: readonly StoredDocument[],
): Promise<Made> {
  const pdfs = await pdfsOf(bench, documents, (share) => bench.progress(share * CONVERTING));
  const folder = await mkdtemp(join(tmpdir(), 'cairn-package-'));
  try {
    const pages: Pages[] = [];
    const leftOut: LeftOut[] = [...plan.leftOut];
    for (const [index, { file }] of documents.entries()) {
      const pdf = pdfs[index]!;
      if ('refused' in pdf) {
        leftOut.push({ folder: folderOf(plan, file), title: file.title, reason: pdf.refused });
        continue;
      }
      const name = `${index}.pdf`;
      await pipeline(await bench.store.read(pdf.objectKey), createWriteStream(join(folder, name)));
      pages.push({ file, name, pages: pdf.pages });
    }
    const merged = await merge(folder, plan, pages, leftOut);
    // Sent anew each time: what another attempt merged need not be the same, byte for byte.
    const size = await sendFile(bench.store, bench.key, merged, (share) =>
      bench.progress(CONVERTING + (1 - CONVERTING) * share),
    );
    return { objectKey: bench.key, size, leftOut };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
