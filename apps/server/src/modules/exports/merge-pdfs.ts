/** One PDF of many, with an outline of folders and documents. */
import { appendFile, open, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LEFT_OUT_SENTENCES } from '@cairn/contract/export-terms';
import { NO_LINK, runSandboxed } from '../../platform/sandbox.ts';
import { outlineUpdate, type Merged, type OutlineItem } from './outline.ts';
import { listPages } from './pdf-pages.ts';
import type { LeftOut, Plan, PlannedFile } from './plan.ts';

/** A document's PDF in the folder. */
export interface Pages {
  readonly file: PlannedFile;
  readonly name: string;
  readonly pages: number;
}

const MERGED = 'merged.pdf';
const LAST = 'left-out.pdf';
export const NOT_IN_THIS_PDF = 'Not in this PDF';
const MEMORY = 4 * 2 ** 30;

/** Returns where the merged file is. */
export async function mergePdfs(
  folder: string,
  plan: Plan,
  documents: readonly Pages[],
  leftOut: readonly LeftOut[],
): Promise<string> {
  const inputs = documents.map(({ name }) => name);
  if (leftOut.length > 0 || inputs.length === 0) {
    await writeFile(join(folder, LAST), await listPages(NOT_IN_THIS_PDF, linesOf(leftOut)));
    inputs.push(LAST);
  }
  // In a file, because there may be more than a command line takes.
  const options = ['--empty', '--keep-files-open=y', '--object-streams=disable'];
  const order = [...options, '--deterministic-id', '--pages', ...inputs, '--', MERGED];
  await writeFile(join(folder, 'order'), order.join('\n'));
  await qpdf(folder, ['@order']);
  const items = outlineOf(plan, documents, inputs.at(-1) === LAST);
  const update = outlineUpdate(items, await lookAt(folder));
  await appendFile(join(folder, MERGED), update, { flag: NO_LINK.append });
  return join(folder, MERGED);
}

async function qpdf(folder: string, args: readonly string[]): Promise<string> {
  const { code, output } = await runSandboxed({
    folder,
    command: ['qpdf', ...args],
    seconds: 600,
    memoryBytes: MEMORY,
  });
  // 3: it came through, with something to remark about an input.
  if (code !== 0 && code !== 3) throw new Error(`the merge ended with ${code}`);
  return output;
}

const linesOf = (leftOut: readonly LeftOut[]): string[] =>
  leftOut.flatMap(({ folder, title, reason }) => [
    folder === '' ? title : `${folder} / ${title}`,
    ` ${LEFT_OUT_SENTENCES[reason]}`,
  ]);

async function lookAt(folder: string): Promise<Merged> {
  const trailer = await qpdf(folder, ['--show-object=trailer', MERGED]);
  const catalogNumber = Number(/\/Root (\d+) 0 R/.exec(trailer)![1]);
  const listed = await qpdf(folder, ['--json=2', '--json-key=pages', MERGED]);
  const { pages } = JSON.parse(listed) as { pages: { object: string }[] };
  const path = join(folder, MERGED);
  const id = /\/ID \[.*?\]/.exec(trailer);
  return {
    length: (await stat(path)).size,
    tableAt: Number(/startxref\s+(\d+)\s+%%EOF\s*$/.exec(await endOf(path))![1]),
    objects: Number(/\/Size (\d+)/.exec(trailer)![1]),
    catalogNumber,
    catalog: await qpdf(folder, [`--show-object=${catalogNumber}`, MERGED]),
    pages: pages.map(({ object }) => object),
    id: id ? ` ${id[0]}` : '',
  };
}

async function endOf(path: string): Promise<string> {
  const file = await open(path, NO_LINK.read);
  try {
    const { size } = await file.stat();
    const length = Math.min(size, 1024);
    const { buffer } = await file.read(Buffer.alloc(length), 0, length, size - length);
    return buffer.toString('latin1');
  } finally {
    await file.close();
  }
}

interface Branch {
  title: string;
  page: number;
  items: Branch[];
}

/** A folder leads to its first document's first page. */
export function outlineOf(
  { folders }: Pick<Plan, 'folders'>,
  documents: readonly Pages[],
  withList: boolean,
): OutlineItem[] {
  const top: Branch[] = [];
  const opened = new Map<number, Branch>();
  const within = (place: number | null, page: number): Branch[] => {
    if (place === null) return top;
    const known = opened.get(place);
    if (known) return known.items;
    const branch: Branch = { title: folders[place]!.title, page, items: [] };
    opened.set(place, branch);
    within(folders[place]!.within, page).push(branch);
    return branch.items;
  };
  let page = 0;
  for (const { file, pages } of documents) {
    within(file.within, page).push({ title: file.title, page, items: [] });
    page += pages;
  }
  if (withList) top.push({ title: NOT_IN_THIS_PDF, page, items: [] });
  return top;
}
