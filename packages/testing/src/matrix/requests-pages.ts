/** Aims of the calls that unlock, show and derive documents. */
import { ELEMENT, LOAN, type Aim } from './aims.ts';
import type { Target } from './targets.ts';

const documentById = ({ documentId }: Target) => ({ params: { id: documentId } });

export const PAGE_AIMS = {
  // The document is not locked: a permitted caller gets the error that it is already clean.
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
  // The document is not an office file: a permitted caller gets that error.
  getDocumentWithEditUrl: { scopes: ELEMENT, at: documentById },
  // The document is not a HEIC picture: a permitted caller gets that error.
  convertImage: { scopes: ELEMENT, at: ({ documentId }) => ({ body: { documentId } }) },
  // The document is not converted: a permitted caller gets the error that it has no pages.
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
