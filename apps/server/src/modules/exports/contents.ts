/** The contents of an export before it is built, by top-level folder of the package. */
import type { PackageContents } from '@cairn/contract/exports';
import { contentProblemOf } from '@cairn/contract/file-terms';
import { TYPED_ANSWERS, type Item, type Plan, type PlannedFile } from './plan.ts';

export function contentsOf(plan: Plan, items: readonly Item[]): PackageContents[] {
  const documents = new Map(items.map((item) => [item.document_id, item]));
  const byFolder = Map.groupBy(plan.files, (file) => topFolderOf(plan, file));
  const folders = [...byFolder].map(([folder, files]): PackageContents => {
    const listed = files.map(({ documentId }) => documents.get(documentId));
    return {
      folder,
      files: files.length,
      pages: sum(listed.map((item) => item?.document_pages ?? 0)),
      uncounted: listed.filter(isUncounted).length,
      size: sum(listed.map((item) => item?.document_size ?? 0)),
    };
  });
  return plan.answers?.length ? withTyped(folders) : folders;
}

/** Pages that are not counted yet; a file that has none, such as a CSV, is never counted. */
const isUncounted = (item: Item | undefined): boolean =>
  !item?.document_pages && !contentProblemOf(item?.content_state ?? null);

/** Typed answers become one file, which is written when the export is built. A folder may have the same name. */
function withTyped(folders: readonly PackageContents[]): PackageContents[] {
  const none = { folder: TYPED_ANSWERS, files: 0, pages: 0, uncounted: 0, size: 0 };
  const isNamed = folders.some(({ folder }) => folder === TYPED_ANSWERS);
  return (isNamed ? folders : [...folders, none]).map((each) =>
    each.folder === TYPED_ANSWERS
      ? { ...each, files: each.files + 1, uncounted: each.uncounted + 1 }
      : each,
  );
}

const sum = (numbers: readonly number[]): number =>
  numbers.reduce((total, each) => total + each, 0);

/** The top-level folder that contains the file. */
function topFolderOf({ folders }: Plan, { within }: PlannedFile): string {
  let top = '';
  for (let at = within; at !== null; at = folders[at]!.within) top = folders[at]!.title;
  return top;
}
