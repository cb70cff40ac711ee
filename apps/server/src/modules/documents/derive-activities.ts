/** Makes the bytes of derived documents in the sandbox, and scans them like an upload (decision 0102). */
import { createReadStream } from 'node:fs';
import { mkdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ScanReason } from '@cairn/contract';
import type { Queries } from '../../platform/db/db.ts';
import { NO_LINK, runSandboxed } from '../../platform/sandbox.ts';
import { Digester } from '../../platform/stored-file.ts';
import { scan } from '../../platform/virus-scanner.ts';
import type { WorkflowInputs } from '../../platform/workflow-inputs.ts';
import { blankOfficeFile } from './blank-office-file.ts';
import { findBytes } from './content-store.ts';
import { findUnmade } from './derive-store.ts';
import type { DocumentOrigin, SourceFile, SourcePage } from './document-origin.ts';
import { inFolder, pdfOf, downloadToFile } from './document-pdf.ts';
import { BEAT_MS, saveVerdict, keepScanned, type ScanDeps } from './scan-document.ts';
import { findStoredObject } from './store.ts';

type Ref = WorkflowInputs['deriveDocument'];

export interface DeriveActivities {
  deriveStoredFile(ref: Ref): Promise<void>;
  giveUpDeriving(ref: Ref): Promise<void>;
}

const MADE = 'made';
const SECONDS = 300;
const MEMORY_BYTES = 2 ** 31;

interface Job {
  readonly deps: ScanDeps;
  readonly ref: Ref;
  readonly folder: string;
}

export function deriveActivities(deps: ScanDeps, heartbeat: () => void): DeriveActivities {
  const { db } = deps;
  const bytesOf = (ref: Ref) => ({ ...ref, version: 1 });
  return {
    async deriveStoredFile(ref) {
      const { companyId, documentId } = ref;
      const unmade = await findUnmade(
        db.reads({ kind: 'company', companyId }),
        companyId,
        documentId,
      );
      if (!unmade) return;
      const beating = setInterval(heartbeat, BEAT_MS);
      try {
        await inFolder(async (folder) => {
          const problem = await make({ deps, ref, folder }, unmade);
          if (problem) {
            await saveVerdict(db, bytesOf(ref), { state: 'INFECTED', reason: problem });
            return;
          }
          const path = join(folder, MADE);
          const digester = new Digester();
          const content = createReadStream(path, { flags: 'r' }) as AsyncIterable<Buffer>;
          const verdict = await scan(deps.clamd, content, (chunk) => digester.update(chunk));
          const digests = digester.digests();
          await keepScanned(deps, bytesOf(ref), { path, name: unmade.name, verdict, digests });
        });
      } finally {
        clearInterval(beating);
      }
    },
    giveUpDeriving: (ref) =>
      saveVerdict(db, bytesOf(ref), { state: 'INFECTED', reason: 'TOO_COMPLEX' }),
  };
}

interface Unmade {
  readonly name: string;
  readonly madeAt: string;
  readonly origin: DocumentOrigin;
}

/** Undefined if the file was made and is in the folder. */
async function make(job: Job, { name, madeAt, origin }: Unmade): Promise<ScanReason | undefined> {
  switch (origin.kind) {
    case 'BLANK': {
      const content = await blankOfficeFile(name, new Date(madeAt));
      await writeFile(join(job.folder, MADE), content, { flag: NO_LINK.write });
      return undefined;
    }
    case 'JPEG':
      return makeJpeg(job, origin);
    case 'PAGES':
      return makePages(job, origin.pages);
    case 'MERGED':
      return makeMerged(job, origin.sources);
  }
}

async function runTool({ folder }: Job, ...command: string[]): Promise<number> {
  const { code } = await runSandboxed({
    folder,
    command,
    seconds: SECONDS,
    memoryBytes: MEMORY_BYTES,
  });
  return code;
}

/** In full size, without the location and other metadata of the camera. */
async function makeJpeg(
  job: Job,
  { documentId, version }: { documentId: string; version: number },
): Promise<ScanReason | undefined> {
  const { deps, ref, folder } = job;
  const { companyId } = ref;
  const scope = { kind: 'company', companyId } as const;
  const source = await findBytes(deps.db.reads(scope), { companyId, documentId, version });
  if (!source) return 'DAMAGED';
  await downloadToFile(deps.storage.vault, source, join(folder, 'source'));
  await runTool(
    job,
    ...['gm', 'convert', '-limit', 'Pixels', '250MP', '-limit', 'Memory', '1GB', '-limit', 'Disk'],
    ...['0', 'HEIC:source[0]', '-auto-orient', '-background', 'white', '-flatten', '-colorspace'],
    ...['RGB', '-type', 'TrueColor', '+profile', '*', '-quality', '92', `JPEG:${MADE}`],
  );
  return (await exists(join(folder, MADE))) ? undefined : 'DAMAGED';
}

/** Joins pages of the sources' PDFs in the given order; each source is downloaded once. */
async function makePages(job: Job, pages: readonly SourcePage[]): Promise<ScanReason | undefined> {
  const { deps, ref, folder } = job;
  const { companyId } = ref;
  const scope = { kind: 'company', companyId } as const;
  await mkdir(join(folder, 'sources'));
  const files = new Map<string, string>();
  for (const { documentId, version } of pages) {
    const key = `${documentId} ${version}`;
    if (files.has(key)) continue;
    const source = await findBytes(deps.db.reads(scope), { companyId, documentId, version });
    const pdf =
      source && (await pdfOf({ db: deps.db, vault: deps.storage.vault, companyId }, source));
    if (!pdf || 'refused' in pdf) return 'DAMAGED';
    const name = `sources/${files.size}.pdf`;
    await downloadToFile(deps.storage.vault, pdf, join(folder, name));
    files.set(key, name);
  }
  const selections = neighbors(pages).flatMap(([first, ...rest]) => [
    files.get(`${first!.documentId} ${first!.version}`)!,
    [first!, ...rest].map(({ page }) => page).join(','),
  ]);
  const code = await runTool(
    job,
    ...['qpdf', '--empty', '--pages', ...selections, '--', ...turns(pages), MADE],
  );
  // Exit code 3: success with warnings about a source.
  return code === 0 || code === 3 ? undefined : 'TOO_COMPLEX';
}

/**
 * Joins whole files, as the PDFs of their previews. A source that still waits for its scan fails the activity, which
 * is then retried.
 */
async function makeMerged(
  job: Job,
  sources: readonly SourceFile[],
): Promise<ScanReason | undefined> {
  const { deps, ref, folder } = job;
  const { companyId } = ref;
  const reads = deps.db.reads({ kind: 'company', companyId });
  await mkdir(join(folder, 'sources'));
  const files: string[] = [];
  for (const { documentId, version } of sources) {
    const source = await findBytes(reads, { companyId, documentId, version });
    if (!source) {
      const problem = await problemOf(reads, { companyId, documentId, version });
      if (problem === 'WAITING') throw new Error('a file to be merged is not scanned yet');
      return problem;
    }
    const pdf = await pdfOf({ db: deps.db, vault: deps.storage.vault, companyId }, source);
    if ('refused' in pdf) return pdf.refused === 'PASSWORD' ? 'ENCRYPTED' : 'DAMAGED';
    const name = `sources/${files.length}.pdf`;
    await downloadToFile(deps.storage.vault, pdf, join(folder, name));
    files.push(name);
  }
  const code = await runTool(job, ...['qpdf', '--empty', '--pages', ...files, '--', MADE]);
  return code === 0 || code === 3 ? undefined : 'TOO_COMPLEX';
}

/** Why the bytes of a source are not available: a blocked source blocks what is made from it. */
async function problemOf(
  reads: Queries,
  { companyId, documentId, version }: { companyId: string; documentId: string; version: number },
): Promise<ScanReason | 'WAITING'> {
  const object = await findStoredObject(reads, companyId, documentId);
  if (object?.version !== version) return 'DAMAGED';
  const isWaiting = ['PENDING', 'ERROR'].includes(object.virus_scan_state) && !object.scan_reason;
  return isWaiting ? 'WAITING' : (object.scan_reason ?? 'VIRUS');
}

/** Groups consecutive pages of one source, because qpdf opens it once for each group. */
function neighbors(pages: readonly SourcePage[]): SourcePage[][] {
  const runs: SourcePage[][] = [];
  for (const page of pages) {
    const last = runs.at(-1);
    if (last?.[0]?.documentId === page.documentId) last.push(page);
    else runs.push([page]);
  }
  return runs;
}

/** Rotations by page number in the result. */
const turns = (pages: readonly SourcePage[]): string[] =>
  ([90, 180, 270] as const).flatMap((turn) => {
    const turned = pages.flatMap((page, index) => (page.turn === turn ? [index + 1] : []));
    return turned.length > 0 ? [`--rotate=+${turn}:${turned.join(',')}`] : [];
  });

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    ({ size }) => size > 0,
    () => false,
  );
