/** Converts an uploaded file to PDF in the sandbox, or returns the reason why it cannot be converted. */
import { mkdir, open, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { LeftOutReason } from '@cairn/contract/export-terms';
import { pictureIn } from '../../platform/images.ts';
import { NO_LINK, runSandboxed, type Outcome } from '../../platform/sandbox.ts';
import { isLockedOffice, kindOf, officeName, type FileKind } from './file-kinds.ts';
import { OFFICE_PROFILE } from './office-profile.ts';
import { picturePages, type Jpeg } from './picture-pages.ts';

const MEGABYTE = 2 ** 20;
const LARGEST: Record<Exclude<FileKind, 'other' | 'pdf'>, number> = {
  picture: 100 * MEGABYTE,
  scan: 100 * MEGABYTE,
  office: 50 * MEGABYTE,
};
const MAX_PAGES = 5000;

export type Refused = Exclude<LeftOutReason, 'INFECTED' | 'NOT_CHECKED' | 'NOT_APPROVED'>;
export type Converted =
  | { readonly refused: Refused }
  /** The PDF's name in the folder; `isItself`: the uploaded file is the PDF. */
  | { readonly name: string; readonly pages: number; readonly isItself: boolean };

const runTool = (
  folder: string,
  command: readonly string[],
  { seconds = 60, megabytes = 1536 } = {},
): Promise<Outcome> =>
  runSandboxed({ folder, command, seconds, memoryBytes: megabytes * MEGABYTE });

/** `source` is the file's name in the folder; `name` is the sender's name for it. */
export async function convertToPdf(
  folder: string,
  source: string,
  name: string,
): Promise<Converted> {
  const path = join(folder, source);
  const head = await beginningOf(path);
  const kind = kindOf(head, name);
  if (kind === 'other') return { refused: 'UNSUPPORTED' };
  if (kind === 'pdf') return countPages(folder, source, true);
  if ((await stat(path)).size > LARGEST[kind]) return { refused: 'TOO_LARGE' };
  return kind === 'office'
    ? convertOffice(folder, source, officeName(head, name))
    : convertPicture(folder, source, kind === 'scan');
}

async function beginningOf(path: string): Promise<Buffer> {
  const file = await open(path, NO_LINK.read);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(8192), 0, 8192, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/** Counts pages with qpdf, which also shows that exports can merge the file. */
async function countPages(folder: string, name: string, isItself: boolean): Promise<Converted> {
  const { output, code } = await runTool(folder, ['qpdf', '--show-npages', name]);
  const pages = Number(output.trim());
  if (code === 0 && output.trim() === '0') return { refused: 'EMPTY' };
  if (Number.isInteger(pages) && pages > 0) {
    return pages > MAX_PAGES ? { refused: 'TOO_LARGE' } : { name, pages, isItself };
  }
  const locked = code !== 0 && (await runTool(folder, ['qpdf', '--requires-password', name]));
  return { refused: locked && locked.code === 0 ? 'PASSWORD' : 'DAMAGED' };
}

/** LibreOffice's exit code is not reliable, so the output file decides. */
async function convertOffice(folder: string, source: string, as: string): Promise<Converted> {
  await writeFile(join(folder, 'profile.xcu'), OFFICE_PROFILE, { flag: NO_LINK.write });
  const script = [
    'mkdir -p /scratch/p/user',
    'cp profile.xcu /scratch/p/user/registrymodifications.xcu',
    `cp "${source}" "/scratch/${as}"`,
    `exec soffice --headless --norestore --nologo --nodefault --nolockcheck -env:UserInstallation=file:///scratch/p --convert-to pdf --outdir /job/office "/scratch/${as}"`,
  ].join(' && ');
  await runTool(folder, ['/bin/sh', '-c', script]);
  const [pdf] = await readdir(join(folder, 'office')).catch(() => []);
  if (pdf !== undefined) return countPages(folder, `office/${pdf}`, false);
  const isLocked = isLockedOffice(await readFile(join(folder, source), { flag: NO_LINK.read }));
  return { refused: isLocked ? 'PASSWORD' : 'DAMAGED' };
}

/** Limits the resolution to what a page shows well at 200 dpi; a scan has one page for each of its pictures. */
async function convertPicture(folder: string, source: string, isScan: boolean): Promise<Converted> {
  const pictures = join(folder, 'pictures');
  await mkdir(pictures, { recursive: true });
  const frames = isScan ? [] : ['-background', 'white', '-flatten'];
  await runTool(
    folder,
    [
      ...['gm', 'convert', '-limit', 'Pixels', '250MP', '-limit', 'Memory', '1GB'],
      ...['-limit', 'Disk', '0', isScan ? source : `${source}[0]`, '-auto-orient', ...frames],
      ...['-resize', '2200x2200>', '-colorspace', 'RGB', '-type', 'TrueColor', '+profile', '*'],
      ...['-quality', '82', '+adjoin', 'JPEG:pictures/%05d.jpg'],
    ],
    { megabytes: 2048 },
  );
  const pages = await jpegsIn(pictures);
  if (pages.length === 0) return { refused: 'DAMAGED' };
  await writeFile(join(folder, 'pictures.pdf'), await picturePages(pages), { flag: NO_LINK.write });
  return countPages(folder, 'pictures.pdf', false);
}

async function jpegsIn(folder: string): Promise<Jpeg[]> {
  const pictures: Jpeg[] = [];
  for (const name of (await readdir(folder)).toSorted()) {
    const bytes = await readFile(join(folder, name), { flag: NO_LINK.read });
    const picture = pictureIn(bytes);
    if (picture?.type === 'image/jpeg') pictures.push({ bytes, ...picture });
  }
  return pictures;
}
