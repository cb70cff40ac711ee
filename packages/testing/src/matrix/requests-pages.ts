/** The calls that unlock, show and derive documents, aimed. */
import { ELEMENT, LOAN, type Aim } from './aims.ts';
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
  suggestPageSplit: { scopes: ELEMENT, at: documentById },
  findInDocument: {
    scopes: ELEMENT,
    at: ({ documentId }) => ({ params: { id: documentId }, query: { text: 'rent' } }),
  },
  // No office file: a permitted caller is told so.
  getDocumentWithEditUrl: { scopes: ELEMENT, at: documentById },
  // No HEIC picture: a permitted caller is told so.
  convertImage: { scopes: ELEMENT, at: ({ documentId }) => ({ body: { documentId } }) },
  // It was not converted: a permitted caller is told that it has no pages.
  dividePages: {
    scopes: ELEMENT,
    at: ({ loan, element, documentId }) => ({
      body: {
        loanId: loan.id,
        sources: [{ documentId, version: 1 }],
        answers: [{ elementId: element.id, pages: [{ source: 0, page: 1 }] }],
      },
    }),
  },
  createOfficeDocument: {
    scopes: LOAN,
    at: ({ loan }) => ({ body: { loanId: loan.id, title: 'Credit memo', type: 'DOCX' } }),
  },
} satisfies Record<string, Aim>;
