/** Merges documents into one PDF, with an outline of folders and documents. */
import { appendFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LEFT_OUT_SENTENCES } from '@cairn/contract/export-terms';
import { NO_LINK, runSandboxed } from '../../platform/sandbox.ts';
import { pageSizes } from '../documents/index.ts';
import { coverPages } from './cover-pages.ts';
import { approvalOf, type Approval, type ManifestFacts } from './manifest-store.ts';
import { outlineUpdate, type Attachment, type OutlineItem } from './outline.ts';
import { listPages } from './pdf-pages.ts';
import {
  TYPED_ANSWERS,
  type LeftOut,
  type Plan,
  type PlannedAnswer,
  type PlannedFile,
} from './plan.ts';
import { readMerged } from './read-merged.ts';
import { stampPages } from './stamp-pages.ts';

/** A document's PDF in the folder. */
export interface Pages {
  readonly file: PlannedFile;
  readonly name: string;
  readonly pages: number;
  /** A link to a document that is already in the PDF: it adds no pages. */
  readonly isRepeated: boolean;
}

/** Generated pages, after the documents. */
interface Listed {
  readonly title: string;
  readonly pages: number;
}

const MERGED = 'merged.pdf';
const STAMPED = 'stamped.pdf';
const STAMPS = 'stamps.pdf';
const COVER = 'cover.pdf';
const NOT_IN_THIS_PDF = 'Not in this PDF';
const MEMORY = 4 * 2 ** 30;
/** Assumed for a page whose size pdfinfo does not print in plain digits, so that each page gets a stamp. */
const UNKNOWN_SIZE = { width: 612, height: 792 };

interface Merging {
  readonly plan: Plan;
  /** A document that occurs twice, through a link, has its pages once. */
  readonly documents: readonly Pages[];
  readonly leftOut: readonly LeftOut[];
  readonly facts: ManifestFacts;
  /** Files to attach, given the page on which each document begins. */
  attachments(starts: readonly number[]): readonly Attachment[];
}

/** Returns the path of the merged file, and the positions of its attachments. */
export async function mergePdfs(folder: string, merging: Merging) {
  const { plan, documents, leftOut } = merging;
  const inputs = documents.filter(({ isRepeated }) => !isRepeated).map(({ name }) => name);
  const lists: Listed[] = [];
  const addList = async (title: string, lines: readonly string[]): Promise<void> => {
    const { bytes, pages } = await listPages(title, lines);
    const name = `list-${lists.length}.pdf`;
    await writeFile(join(folder, name), bytes);
    lists.push({ title, pages });
    inputs.push(name);
  };
  if (plan.answers?.length) await addList(TYPED_ANSWERS, answerLines(plan.answers));
  if (leftOut.length > 0 || inputs.length === 0) await addList(NOT_IN_THIS_PDF, linesOf(leftOut));
  const cover = await addCover(folder, merging, lists);
  const starts = startsOf(documents, cover);
  await joinPages(folder, cover > 0 ? [COVER, ...inputs] : inputs);
  const merged = plan.options?.includes('stamps') ? await stamp(folder, merging, starts) : MERGED;
  const outline = outlineOf(plan, documents, lists, cover);
  const items =
    cover > 0 ? [{ title: 'Cover and contents', page: 0, items: [] }, ...outline] : outline;
  const attachments = merging.attachments(starts);
  const mergedPages = await readMerged(join(folder, merged));
  const update = outlineUpdate(items, mergedPages, attachments);
  await appendFile(join(folder, merged), update, { flag: NO_LINK.append });
  const places = attachments.map(({ bytes }) => mergedPages.length + update.indexOf(bytes));
  return { path: join(folder, merged), places };
}

async function joinPages(folder: string, inputs: readonly string[]): Promise<void> {
  // Passed in a file, because the arguments may exceed the limit of a command line.
  const order = ['--empty', '--keep-files-open=y', ...OPTIONS, '--pages', ...inputs, '--', MERGED];
  await writeFile(join(folder, 'order'), order.join('\n'));
  await run(folder, 'qpdf', '@order');
}
const OPTIONS = ['--object-streams=disable', '--deterministic-id'];

/** Returns the number of pages. */
async function addCover(
  folder: string,
  { plan, documents, facts }: Merging,
  lists: readonly Listed[],
): Promise<number> {
  if (!plan.options?.includes('cover')) return 0;
  const { bytes, pages } = await coverPages({
    facts,
    documents: documents.filter(({ isRepeated }) => !isRepeated).length,
    approvedOnly: plan.options.includes('approvedOnly'),
    contents: outlineOf(plan, documents, lists, 0),
  });
  await writeFile(join(folder, COVER), bytes);
  return pages;
}

/** Overlaid on the pages, whose own content is unchanged. */
async function stamp(
  folder: string,
  { documents, facts }: Merging,
  starts: readonly number[],
): Promise<string> {
  const printed = await run(folder, 'pdfinfo', '-f', '1', '-l', '-1', MERGED);
  const sizeOfPage = pageSizes(printed);
  const count = Number(/^Pages:\s+(\d+)$/m.exec(printed)![1]);
  const sizes = Array.from(
    { length: count },
    (_, page) => sizeOfPage.get(page + 1) ?? UNKNOWN_SIZE,
  );
  // Pages that answer several requests are stamped as approved only if all of them are.
  const undecided = new Set(documents.filter(({ file }) => !file.approval).map(({ name }) => name));
  const approvals = new Map<number, Approval>();
  for (const [index, { file, name, pages, isRepeated }] of documents.entries()) {
    const approval = approvalOf(facts, file);
    if (!approval || isRepeated || undecided.has(name)) continue;
    for (let page = 0; page < pages; page += 1) approvals.set(starts[index]! + page, approval);
  }
  const stamps = await stampPages(sizes, facts.loan?.shortCode ?? undefined, (page) =>
    approvals.get(page),
  );
  // Stamps are overlaid page by page, so a wrong number would put them on other documents.
  if (stamps.pages !== count) throw new Error(`${stamps.pages} stamps for ${count} pages`);
  await writeFile(join(folder, STAMPS), stamps.bytes, { flag: NO_LINK.write });
  await run(folder, 'qpdf', ...OPTIONS, MERGED, '--overlay', STAMPS, '--', STAMPED);
  return STAMPED;
}

async function run(folder: string, ...command: readonly string[]): Promise<string> {
  const { code, output } = await runSandboxed({
    folder,
    command,
    seconds: 600,
    memoryBytes: MEMORY,
  });
  // Exit code 3: success with warnings about an input.
  if (code !== 0 && code !== 3) throw new Error(`the merge ended with ${code} of ${command[0]}`);
  return output;
}

const linesOf = (leftOut: readonly LeftOut[]): string[] =>
  leftOut.flatMap(({ folder, title, reason }) => [
    folder === '' ? title : `${folder} / ${title}`,
    ` ${LEFT_OUT_SENTENCES[reason]}`,
  ]);

export const answerLines = (answers: readonly PlannedAnswer[]): string[] =>
  answers.flatMap(({ folder, title, text }) => [
    folder === '' ? title : `${folder} / ${title}`,
    ...text.split(/[\r\n]+/).map((line) => ` ${line}`),
  ]);

interface Branch {
  title: string;
  page: number;
  items: Branch[];
}

/** A folder links to the first page of its first document. */
function outlineOf(
  { folders }: Pick<Plan, 'folders'>,
  documents: readonly Pages[],
  lists: readonly Listed[],
  before: number,
): OutlineItem[] {
  const top: Branch[] = [];
  const opened = new Map<number, Branch>();
  const within = (place: number | null, page: number): Branch[] => {
    if (place === null) return top;
    const cached = opened.get(place);
    if (cached) return cached.items;
    const branch: Branch = { title: folders[place]!.title, page, items: [] };
    opened.set(place, branch);
    within(folders[place]!.within, page).push(branch);
    return branch.items;
  };
  const starts = startsOf(documents, before);
  for (const [index, { file }] of documents.entries()) {
    const page = starts[index]!;
    within(file.within, page).push({ title: file.title, page, items: [] });
  }
  let page = before + countPages(documents);
  for (const { title, pages } of lists) {
    top.push({ title, page, items: [] });
    page += pages;
  }
  return top;
}

const countPages = (documents: readonly Pages[]): number =>
  documents.reduce((sum, { pages, isRepeated }) => sum + (isRepeated ? 0 : pages), 0);

/** The first page of each document, counted from 0. */
function startsOf(documents: readonly Pages[], before: number): number[] {
  const pageOfName = new Map<string, number>();
  let page = before;
  return documents.map(({ name, pages, isRepeated }) => {
    if (isRepeated) return pageOfName.get(name)!;
    pageOfName.set(name, page);
    page += pages;
    return page - pages;
  });
}
