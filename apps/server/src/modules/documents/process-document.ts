/** The document pipeline after the scan. Each step reads what earlier attempts have saved, and continues from there. */
import { readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ContentState } from '@cairn/contract';
import { isUnreadable } from '@cairn/contract/file-terms';
import type { Db, Scope, Tx } from '../../platform/db/db.ts';
import { sendFile } from '../../platform/multipart-upload.ts';
import type { Bucket } from '../../platform/object-storage.ts';
import { recordEvent } from '../../platform/record-event.ts';
import { NO_LINK } from '../../platform/sandbox.ts';
import { IntegrityError } from '../../platform/stored-file.ts';
import type { WorkflowInputs } from '../../platform/workflow-inputs.ts';
import {
  countPages,
  findBytes,
  findThumbnails,
  isCurrent,
  isEmpty,
  removeEarlierText,
  saveContentState,
  savePages,
  saveRecognized,
  saveThumbnails,
  waitingPages,
  type ContentRef,
  type DocumentBytes,
} from './content-store.ts';
import { derivedKey, inFolder, pdfOf, downloadToFile, type PdfOf } from './document-pdf.ts';
import { pagesForFacts, saveFacts } from './facts-store.ts';
import { blockIfDamaged, discardIfDamaged, type Log } from './integrity.ts';
import { recognizeFor, countProcessingTry } from './processing-limits.ts';
import { readFacts, distinctiveWords } from './read-facts.ts';
import { drawThumbnails, PAGES_AT_ONCE, readText, recognizePage, SOURCE } from './read-pages.ts';

export type ProcessRef = WorkflowInputs['processDocument'];

export interface ProcessActivities {
  /** False if nothing remains to be done: the document has no pages, as its state says, or was processed before. */
  convertDocument(ref: ProcessRef): Promise<boolean>;
  makeThumbnails(ref: ProcessRef): Promise<void>;
  /** Returns the pages that need OCR. */
  extractText(ref: ProcessRef): Promise<number[]>;
  recognizeText(ref: ProcessRef & { readonly pages: number[] }): Promise<void>;
  /** Extracts kind, periods, dates and signature lines from the text. */
  classifyDocument(ref: ProcessRef): Promise<void>;
  finishDocument(ref: ProcessRef): Promise<void>;
  giveUpDocument(ref: ProcessRef): Promise<void>;
}

/** OCR takes seconds for each page. Later pages are shown without text. */
const MAX_RECOGNIZED_PAGES = 300;
const BEAT_MS = 2000;

interface Deps {
  readonly db: Db;
  readonly storage: { readonly vault: Bucket };
  readonly log: Log;
}
interface Job {
  readonly deps: Deps;
  readonly ref: ContentRef;
  readonly document: DocumentBytes & {
    readonly state: ContentState | null;
    readonly sender: string;
  };
}

export function processActivities(deps: Deps, heartbeat: () => void): ProcessActivities {
  /** Runs `work` on the current bytes of the document; returns `otherwise` if they were replaced or removed. */
  const step = async <T>(
    ref: ContentRef,
    work: (job: Job) => Promise<T>,
    otherwise: T,
  ): Promise<T> => {
    const { db, log } = deps;
    const document = await findBytes(db.reads(companyOf(ref)), ref);
    if (!document) return otherwise;
    const beating = setInterval(heartbeat, BEAT_MS);
    try {
      return await work({ deps, ref, document });
    } catch (error) {
      if (!(error instanceof IntegrityError)) throw error;
      const { companyId: company_id, documentId: id, version } = ref;
      if (error.key !== document.key) {
        // The next attempt makes them again.
        await discardIfDamaged({ db, log }, company_id, error);
        throw error;
      }
      await blockIfDamaged({ db, log }, { company_id, id, version }, error);
      return otherwise;
    } finally {
      clearInterval(beating);
    }
  };
  return {
    convertDocument: (ref) => step(ref, convert, false),
    makeThumbnails: (ref) => step(ref, saveDrawn, undefined),
    extractText: (ref) => step(ref, extract, []),
    recognizeText: ({ pages, ...ref }) => step(ref, (job) => recognize(job, pages), undefined),
    classifyDocument: (ref) => step(ref, classify, undefined),
    finishDocument: (ref) => step(ref, finish, undefined),
    giveUpDocument: (ref) => saveState(deps.db, ref, 'FAILED'),
  };
}

const companyOf = ({ companyId }: ContentRef): Scope => ({ kind: 'company', companyId });

const pdfIn = ({ deps, ref, document }: Job): Promise<PdfOf> =>
  pdfOf({ db: deps.db, vault: deps.storage.vault, companyId: ref.companyId }, document);

const UNFINISHED: readonly (ContentState | null)[] = [null, 'PROCESSING', 'READING', 'FAILED'];

async function convert(job: Job): Promise<boolean> {
  const { deps, ref, document } = job;
  // A document that was opened several times before it was processed was queued several times.
  if (!UNFINISHED.includes(document.state)) return false;
  if (!(await countProcessingTry(deps.db, ref))) {
    await saveState(deps.db, ref, 'FAILED');
    return false;
  }
  await deps.db.write(companyOf(ref), (tx) => saveContentState(tx, ref, 'PROCESSING'));
  const pdf = await pdfIn(job);
  if (!('refused' in pdf)) return true;
  await saveState(deps.db, ref, pdf.refused);
  return false;
}

/** Runs `work` with the PDF in a temporary folder. */
async function withPdf<T>(
  job: Job,
  work: (folder: string, pages: number) => Promise<T>,
): Promise<T | undefined> {
  const pdf = await pdfIn(job);
  if ('refused' in pdf) return undefined;
  return inFolder(async (folder) => {
    await downloadToFile(job.deps.storage.vault, pdf, join(folder, SOURCE));
    return work(folder, pdf.pages);
  });
}

async function saveDrawn(job: Job): Promise<void> {
  const { deps, ref } = job;
  const { db, storage } = deps;
  if (await findThumbnails(db.reads(companyOf(ref)), ref)) return;
  await withPdf(job, async (folder, pages) => {
    const drawn = await drawThumbnails(folder, pages);
    if (drawn.length === 0) return;
    const path = join(folder, 'thumbnails');
    await writeFile(path, Buffer.concat(drawn), { flag: NO_LINK.write });
    const key = derivedKey('thumbnails', ref);
    const { size, sha256, chunkSha256 } = await sendFile(storage.vault, key, path);
    const lengths = drawn.map(({ length }) => length);
    const row = { object_key: key, size, sha256, chunk_sha256: chunkSha256, lengths };
    const isSaved = await db.write(
      companyOf(ref),
      async (tx) => (await isCurrent(tx, ref)) && saveThumbnails(tx, ref, row),
    );
    if (!isSaved) await storage.vault.remove(key);
  });
}

async function extract(job: Job): Promise<number[]> {
  const { deps, ref } = job;
  const reads = deps.db.reads(companyOf(ref));
  await withPdf(job, async (folder, pages) => {
    for (let from = (await countPages(reads, ref)) + 1; from <= pages; from += PAGES_AT_ONCE) {
      const pageTexts = await readText(folder, from, Math.min(pages, from + PAGES_AT_ONCE - 1));
      await whileCurrent(job, (tx) => savePages(tx, ref, pageTexts));
      await removeDrawn(folder);
    }
  });
  const waiting = await waitingPages(reads, ref);
  if (waiting.length > 0) await saveState(deps.db, ref, 'READING', await pagesOf(job));
  return waiting.slice(0, MAX_RECOGNIZED_PAGES).map(({ page }) => page);
}

async function recognize(job: Job, pages: readonly number[]): Promise<void> {
  const { deps, ref, document } = job;
  const waiting = await waitingPages(deps.db.reads(companyOf(ref)), ref);
  const words = new Map(waiting.map((page) => [page.page, page.words]));
  await withPdf(job, async (folder) => {
    for (const page of pages) {
      const knownWords = words.get(page);
      // Recognized by an earlier attempt.
      if (knownWords === undefined) continue;
      const recognized = await recognizeFor(deps.db, document.sender, () =>
        recognizePage(folder, page, knownWords),
      );
      // The time budget is used up, so the page keeps the text it has.
      if (recognized === undefined) break;
      await whileCurrent(job, (tx) => saveRecognized(tx, ref, page, recognized));
      await removeDrawn(folder);
    }
  });
}

async function removeDrawn(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (name !== SOURCE) await rm(join(folder, name), { recursive: true, force: true });
  }
}

async function whileCurrent({ deps, ref }: Job, save: (tx: Tx) => Promise<void>): Promise<void> {
  await deps.db.write(companyOf(ref), async (tx) => {
    if (await isCurrent(tx, ref)) await save(tx);
  });
}

async function pagesOf(job: Job): Promise<number | undefined> {
  const pdf = await pdfIn(job);
  return 'refused' in pdf ? undefined : pdf.pages;
}

async function classify(job: Job): Promise<void> {
  const { deps, ref } = job;
  const pages = await pagesForFacts(deps.db.reads(companyOf(ref)), ref);
  if (pages.every(({ text }) => text === '')) return;
  const facts = readFacts(pages);
  await whileCurrent(job, (tx) => saveFacts(tx, ref, facts, distinctiveWords(pages)));
}

async function finish(job: Job): Promise<void> {
  const { deps, ref } = job;
  const reads = deps.db.reads(companyOf(ref));
  const pages = await pagesOf(job);
  if (pages === undefined) return;
  const unread = await waitingPages(reads, ref);
  await whileCurrent(job, async (tx) => {
    // The pages on which OCR failed.
    for (const { page } of unread) await saveRecognized(tx, ref, page, null);
    await removeEarlierText(tx, ref);
  });
  const state = (await isEmpty(reads, ref, pages)) ? 'EMPTY' : 'READY';
  await saveState(deps.db, ref, state, pages);
}

/** A document without a loan belongs to a template. */
const ownDocument = ['templateElement'] as const;

async function saveState(
  db: Db,
  ref: ContentRef,
  state: ContentState,
  pages?: number,
): Promise<void> {
  const { companyId, documentId } = ref;
  await db.write(companyOf(ref), async (tx) => {
    const document = await saveContentState(tx, ref, state, pages);
    if (!document) return;
    recordEvent(tx, {
      kind: 'document.processed',
      companyId,
      ...(document.loan_id !== null && { loanId: document.loan_id }),
      // Only the owner of a private document gets events about it.
      ...(document.private_to !== null && { accountId: document.private_to }),
      staffOnly: !document.shown || document.loan_id === null,
      // People are notified only of a file that must be sent again.
      ...(!isUnreadable(state) && { notifies: false }),
      changes: ['document', 'element', ...(document.loan_id === null ? ownDocument : [])],
      detail: { documentId, state, ...(pages !== undefined && { pages }) },
    });
  });
}
