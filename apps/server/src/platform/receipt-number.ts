/** "NG-2041-7F3A09C2": the loan's code and the random end of the document's id. People read it aloud. */
export const receiptNumber = (shortCode: string | null, documentId: string): string =>
  [...(shortCode === null ? [] : [shortCode]), documentId.slice(-8).toUpperCase()].join('-');
