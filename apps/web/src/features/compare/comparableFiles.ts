import type { Element, ExistingDocument } from '@cairn/contract';

/** The document that others are put beside. */
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

/** "2024 business tax return" and "Business tax return 2023" are one document of two years. */
const withoutYears = (title: string): string =>
  title
    .toLowerCase()
    .replaceAll(/\b(?:19|20)\d{2}\b/g, '')
    .replaceAll(/[^\p{L}\d]+/gu, ' ')
    .trim();

const YEAR = /\b(?:19|20)\d{2}\b/;
/** A return is compared with those of the years around it. */
const YEARS_AROUND = [-1, -2, -3, 1, 2];

/** The entity of a request, or of the nearest folder above it, by its folder. */
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

/** What the same document is called for other years, on other loans of the entity; null where it has neither. */
export function otherLoansQuery(elements: readonly Element[], compared: Compared) {
  const parentId = entityFolder(elements, compared.elementId);
  if (parentId === undefined) return null;
  const year = Number(YEAR.exec(compared.title)?.[0]);
  const others = Number.isNaN(year)
    ? []
    : YEARS_AROUND.map((by) => compared.title.replace(YEAR, String(year + by)));
  return { title: [compared.title, ...others], parentId };
}

/** Of other loans only: those of this one are known already. Only the same document, not one that looks like it. */
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

/** Files of the loan that can be shown: those of other years first, of the same entity before others. */
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
