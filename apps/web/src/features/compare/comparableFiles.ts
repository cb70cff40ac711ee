import type { Element, ExistingDocument } from '@cairn/contract';

/** The document to find comparable files for. */
export interface Compared {
  loanId: string;
  elementId: string;
  documentId: string;
  title: string;
}

export interface ComparableFile {
  documentId: string;
  label: string;
}

/**
 * Removes years, so that "2024 business tax return" and "Business tax return 2023" count as the same document of
 * different years.
 */
const withoutYears = (title: string): string =>
  title
    .toLowerCase()
    .replaceAll(/\b(?:19|20)\d{2}\b/g, '')
    .replaceAll(/[^\p{L}\d]+/gu, ' ')
    .trim();

const YEAR = /\b(?:19|20)\d{2}\b/;
/** Other years to look for, relative to the year in the title. */
const YEARS_AROUND = [-1, -2, -3, 1, 2];

/** The folder of the entity that the request, or its nearest ancestor with an entity, belongs to. */
function entityFolder(elements: readonly Element[], elementId: string): string | undefined {
  const byId = new Map(elements.map((element) => [element.id, element]));
  let at = byId.get(elementId);
  while (at && at.sherpaEntityId === null) at = byId.get(at.parentId ?? '');
  if (!at) return undefined;
  const { sherpaEntityId } = at;
  const isFolderOf = (each: Element | undefined): boolean =>
    each?.storageType === 'FOLDER' && each.sherpaEntityId === sherpaEntityId;
  return (isFolderOf(at) ? at : elements.find(isFolderOf))?.id;
}

/**
 * The query for the same document in this and other years on the entity's other loans. Null if the request has no
 * entity folder.
 */
export function otherLoansQuery(elements: readonly Element[], compared: Compared) {
  const parentId = entityFolder(elements, compared.elementId);
  if (parentId === undefined) return null;
  const year = Number(YEAR.exec(compared.title)?.[0]);
  const others = Number.isNaN(year)
    ? []
    : YEARS_AROUND.map((by) => compared.title.replace(YEAR, String(year + by)));
  return { title: [compared.title, ...others], parentId };
}

/** The matches on other loans, without documents whose title differs in more than the year. */
export function filesOfOtherLoans(
  matches: readonly { documents: readonly ExistingDocument[] }[],
  compared: Compared,
): ComparableFile[] {
  const name = withoutYears(compared.title);
  const files = matches
    .flatMap(({ documents }) => documents)
    .filter(
      ({ loanId, documentId, title }) =>
        loanId !== compared.loanId &&
        documentId !== compared.documentId &&
        withoutYears(title) === name,
    )
    .map(({ documentId, title, loanName }) => ({ documentId, label: `${title}, ${loanName}` }));
  return [...new Map(files.map((file) => [file.documentId, file])).values()].toSorted(
    (one, other) => one.label.localeCompare(other.label),
  );
}

/**
 * The files of the loan that can be displayed, split into the same document of other years and all other files. In the
 * first list, files of the same entity come first.
 */
export function comparableFiles(elements: readonly Element[], compared: Compared) {
  const name = withoutYears(compared.title);
  const entityId = elements.find(({ id }) => id === compared.elementId)?.sherpaEntityId ?? null;
  const seenIds = new Set([compared.documentId]);
  const alike: (ComparableFile & { isOwn: boolean })[] = [];
  const others: ComparableFile[] = [];
  for (const { title, answer, deleted, sherpaEntityId } of elements) {
    const file = answer?.document;
    if (!file || deleted || file.contentState !== 'READY' || seenIds.has(file.id)) continue;
    seenIds.add(file.id);
    const option = { documentId: file.id, label: title };
    if (withoutYears(title) === name) {
      alike.push({ ...option, isOwn: sherpaEntityId === entityId });
    } else others.push(option);
  }
  return {
    otherYears: alike
      .toSorted((one, other) => Number(other.isOwn) - Number(one.isOwn))
      .map(({ documentId, label }) => ({ documentId, label })),
    others: others.toSorted((one, other) => one.label.localeCompare(other.label)),
  };
}
