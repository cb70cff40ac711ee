/** The calls that unlock a document and show its pages and text, aimed. */
import { ELEMENT, type Aim } from './aims.ts';
import type { Target } from './targets.ts';

const documentById = ({ documentId }: Target) => ({ params: { id: documentId } });

export const PAGE_AIMS = {
  // Not locked: a permitted caller is told that it is clean already.
  unlockDocument: {
    scopes: ELEMENT,
    at: ({ documentId }) => ({ params: { id: documentId }, body: { password: 'none' } }),
  },
  downloadDocument: { scopes: ELEMENT, at: documentById },
  downloadDocumentPdf: { scopes: ELEMENT, at: documentById },
  getDocumentThumbnail: {
    scopes: ELEMENT,
    at: ({ documentId }) => ({ params: { id: documentId, page: '1' } }),
  },
  getDocumentText: { scopes: ELEMENT, at: documentById },
  findInDocument: {
    scopes: ELEMENT,
    at: ({ documentId }) => ({ params: { id: documentId }, query: { text: 'rent' } }),
  },
} satisfies Record<string, Aim>;
