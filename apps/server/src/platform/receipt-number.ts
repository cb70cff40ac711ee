interface Numbered {
  readonly shortCode: string | null;
  readonly documentId: string;
  readonly version: number;
}

/**
 * "NG-2041-7F3A09C2": the loan's code and the random end of the document's id. People read it aloud. Bytes that were saved
 * over the sent ones have a number of their own, with the version at the end: a number stands for one fingerprint.
 */
export const receiptNumber = ({ shortCode, documentId, version }: Numbered): string =>
  [
    ...(shortCode === null ? [] : [shortCode]),
    documentId.slice(-8).toUpperCase(),
    ...(version === 1 ? [] : [version]),
  ].join('-');
