/**
 * Generates documents in the forms in which people send them: digital PDF, scan, phone photo, HEIC, Word and Excel.
 * The same seed gives the same document.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Random } from '../random.ts';
import { drawDocument, MONTH_NAMES, type SampleFacts } from './draw-document.ts';
import type { SampleKind } from './document-kinds.ts';
import { writeOffice } from './office-files.ts';
import { type PdfPage, writePdf } from './pdf-pages.ts';
import {
  photographPage,
  readPgm,
  scanPage,
  writePgm,
  type GrayPicture,
} from './photograph-page.ts';

export type SampleForm = 'pdf' | 'scan' | 'photo' | 'heic' | 'docx' | 'xlsx';

export interface SampleOrder {
  readonly kind: SampleKind;
  readonly facts: SampleFacts;
  readonly form: SampleForm;
  readonly seed: number;
  /** Limits scans and photos to the first pages. */
  readonly maxPages?: number;
}

export interface SampleFile {
  readonly name: string;
  readonly content: Buffer;
}

/** The width of a US page at 150 dpi. */
const SCAN_PIXELS = 1650;

export function makeSample({ kind, facts, form, seed, maxPages }: SampleOrder): SampleFile {
  const random = new Random(seed);
  const pages = drawDocument(kind, facts, random).slice(0, maxPages);
  const stem = fileStem(kind, facts, random);
  switch (form) {
    case 'pdf':
      return { name: `${stem}.pdf`, content: writePdf(pages) };
    case 'scan':
      return { name: `${stem}.pdf`, content: scanPages(pages, random) };
    case 'photo':
    case 'heic': {
      const extension = form === 'photo' ? 'jpg' : 'heic';
      const name = `IMG_${1000 + random.below(8999)}.${extension}`;
      return { name, content: takePhoto(pages[0]!, extension, random) };
    }
    default:
      return { name: `${stem}.${form}`, content: writeOffice(form, kind, facts, random) };
  }
}

function fileStem(kind: SampleKind, facts: SampleFacts, random: Random): string {
  const last = facts.heading === kind.headings.length - 1;
  const names = last ? kind.fileNames : kind.fileNames.slice(0, -1);
  return names[random.below(names.length)]!.replaceAll('{entity}', facts.entity.split(' ')[0]!)
    .replaceAll('{year}', String(facts.year))
    .replaceAll('{month}', MONTH_NAMES[facts.month - 1]!.slice(0, 3))
    .replaceAll('{account}', String(1000 + random.below(8999)));
}

type Run = (program: string, ...args: string[]) => void;

function inFolder<T>(work: (folder: string, run: Run) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-document-'));
  try {
    return work(folder, (program, ...args) =>
      execFileSync(program, args, { cwd: folder, stdio: 'ignore' }),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function renderPage(folder: string, run: Run, page: PdfPage): GrayPicture {
  writeFileSync(join(folder, 'page.pdf'), writePdf([page]));
  run(
    'pdftoppm',
    '-q',
    '-gray',
    '-singlefile',
    '-scale-to',
    String(SCAN_PIXELS),
    'page.pdf',
    'page',
  );
  return readPgm(readFileSync(join(folder, 'page.pgm')));
}

/** A PDF of scanned pages, each slightly askew and with a scanner's noise. */
const scanPages = (pages: readonly PdfPage[], random: Random): Buffer =>
  inFolder((folder, run) => {
    const names = pages.map((page, index) => {
      const picture = scanPage(renderPage(folder, run, page), random);
      writeFileSync(join(folder, 'scan.pgm'), writePgm(picture));
      run('gm', 'convert', '-density', '150', '-quality', '70', 'scan.pgm', `scan-${index}.jpg`);
      return `scan-${index}.jpg`;
    });
    run('gm', 'convert', '-density', '150', '-compress', 'JPEG', ...names, 'scan.pdf');
    return readFileSync(join(folder, 'scan.pdf'));
  });

/** A photo of the first page on a table, taken at an angle and partly in shadow. */
const takePhoto = (page: PdfPage, extension: 'jpg' | 'heic', random: Random): Buffer =>
  inFolder((folder, run) => {
    const picture = photographPage(renderPage(folder, run, page), random);
    writeFileSync(join(folder, 'photo.pgm'), writePgm(picture));
    run('gm', 'convert', '-quality', '82', 'photo.pgm', 'photo.jpg');
    if (extension === 'heic')
      run('heif-enc', '-q', '60', '-p', 'preset=ultrafast', 'photo.jpg', '-o', 'photo.heic');
    return readFileSync(join(folder, `photo.${extension}`));
  });
