interface Numbered {
  readonly shortCode: string | null;
  readonly documentId: string;
  readonly version: number;
}

/**
 * "NG-2041-7F3A09C2": the loan's code and the random end of the document's id; short enough to read aloud. A later
 * version of the bytes has its own number with the version at the end, because a number identifies one fingerprint.
 */
export const receiptNumber = ({ shortCode, documentId, version }: Numbered): string =>
  [
    ...(shortCode === null ? [] : [shortCode]),
    documentId.slice(-8).toUpperCase(),
    ...(version === 1 ? [] : [version]),
  ].join('-');
