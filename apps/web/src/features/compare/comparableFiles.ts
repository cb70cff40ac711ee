import type { Element } from '@cairn/contract';

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

/** Files of the loan that can be shown: those of other years first, of the same entity before others. */
export function comparableFiles(elements: readonly Element[], compared: Compared) {
  const name = withoutYears(compared.title);
  const entityId = elements.find(({ id }) => id === compared.elementId)?.sherpaEntityId ?? null;
  const seen = new Set([compared.documentId]);
  const alike: (ComparableFile & { isOwn: boolean })[] = [];
  const others: ComparableFile[] = [];
  for (const { title, answer, deleted, sherpaEntityId } of elements) {
    const file = answer?.document;
    if (!file || deleted || file.contentState !== 'READY' || seen.has(file.id)) continue;
    seen.add(file.id);
    const shown = { documentId: file.id, label: title };
    if (withoutYears(title) === name) {
      alike.push({ ...shown, isOwn: sherpaEntityId === entityId });
    } else others.push(shown);
  }
  return {
    otherYears: alike
      .toSorted((one, other) => Number(other.isOwn) - Number(one.isOwn))
      .map(({ documentId, label }) => ({ documentId, label })),
    others: others.toSorted((one, other) => one.label.localeCompare(other.label)),
  };
}
