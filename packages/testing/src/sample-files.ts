/** Files created by the programs that people use: scans, phone photos, HEIC, office documents. */
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pdfFile } from './pdf-file.ts';

const FONT = '/usr/share/fonts/truetype/liberation/LiberationSans-Regular.ttf';

/** Runs in a temporary folder; returns the file named `result`. */
function make(result: string, work: (run: Run, folder: string) => void): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-sample-'));
  try {
    work(
      (program, ...args) => execFileSync(program, args, { cwd: folder, stdio: 'ignore' }),
      folder,
    );
    return readFileSync(join(folder, result));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
type Run = (program: string, ...args: string[]) => void;

const drawLines = (lines: readonly string[]): string[] => [
  ...['convert', '-size', '1275x1650', 'xc:white', '-font', FONT, '-pointsize', '36'],
  ...lines.flatMap((line, index) => ['-draw', `text 120,${200 + index * 70} "${line}"`]),
];

/** A paper page as a picture: JPEG, PNG or TIFF by extension. `turn` is clockwise in degrees. */
export const photographedPage = (name: string, lines: readonly string[], turn = 0): Buffer =>
  make(name, (run) => run('gm', ...drawLines(lines), '-rotate', String(turn), name));

/** The same document with this many bytes of incompressible padding. */
export function paddedPdf(pdf: Buffer, bytes: number): Buffer {
  const at = pdf.lastIndexOf('xref\n0 ');
  const line = () => `%${randomBytes(96).toString('base64')}\n`;
  const padding = Buffer.from(Array.from({ length: Math.ceil(bytes / 130) }, line).join(''));
  const end = pdf.subarray(at).toString('latin1');
  const moved = end.replace(/startxref\n\d+/, `startxref\n${at + padding.length}`);
  return Buffer.concat([pdf.subarray(0, at), padding, Buffer.from(moved, 'latin1')]);
}

/** A PDF whose only page is a picture, as a scanner creates it. */
export const scannedPdf = (lines: readonly string[]): Buffer =>
  make('scan.pdf', (run) => run('gm', ...drawLines(lines), '-density', '150', 'scan.pdf'));

export const heicPhoto = (lines: readonly string[]): Buffer =>
  make('photo.heic', (run) => {
    run('gm', ...drawLines(lines), 'photo.png');
    run('heif-enc', 'photo.png', '-o', 'photo.heic');
  });

export const blankPdf = (): Buffer =>
  make('blank.pdf', (run) => run('gm', 'convert', '-size', '612x792', 'xc:white', 'blank.pdf'));

export const turnedPdf = (pdf: Buffer, turn: number): Buffer =>
  make('turned.pdf', (run, folder) => {
    writeFileSync(join(folder, 'in.pdf'), pdf);
    run('qpdf', 'in.pdf', `--rotate=${turn}`, 'turned.pdf');
  });

/** A spreadsheet with these rows, as LibreOffice saves it. */
export const spreadsheet = (csv: string): Buffer =>
  make('sheet.xlsx', (run, folder) => {
    writeFileSync(join(folder, 'sheet.csv'), csv);
    const profile = `-env:UserInstallation=file://${folder}/profile`;
    run('soffice', '--headless', '--norestore', profile, '--convert-to', 'xlsx', 'sheet.csv');
  });

/** A digital PDF of many pages, each with enough words that no OCR is needed; page `at` contains `words`. */
export function longPdf(pages: number, at: number, words: string): Buffer {
  const filler = Array.from({ length: 24 }, (_, index) => `line${index}`).join(' ');
  const objects = ['<< /Type /Catalog /Pages 2 0 R >>', ''];
  const kids: string[] = [];
  const font = 3 + 2 * pages;
  for (let page = 1; page <= pages; page += 1) {
    const id = objects.length + 1;
    kids.push(`${id} 0 R`);
    const shownText = page === at ? words : `Sheet ${page}`;
    const content = `BT /F1 12 Tf 72 700 Td (${shownText}) Tj 0 -24 Td (${filler}) Tj ET`;
    objects.push(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents ${id + 1} 0 R /Resources << /Font << /F1 ${font} 0 R >> >> >>`,
      `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    );
  }
  objects[1] = `<< /Type /Pages /Kids [${kids.join(' ')}] /Count ${pages} >>`;
  objects.push('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>');
  return pdfFile(objects);
}
