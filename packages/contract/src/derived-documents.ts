/** Documents that the worker makes: of pictures and of nothing. The sources stay as they are. */
import { z } from 'zod';
import { document } from './documents.ts';
import { element, title } from './elements.ts';
import { endpoint } from './endpoint.ts';
import { OFFICE_FILE_CODES } from './file-terms.ts';
import { id } from './shapes.ts';

export const derivedDocuments = {
  convertImage: endpoint({
    method: 'POST',
    path: '/v2/conversion/image',
    audience: 'session',
    summary: 'A JPEG copy of an uploaded HEIC picture: a document of its own; the original is kept',
    body: z.strictObject({ documentId: id }),
    reply: document,
    errors: ['NOT_FOUND', 'UNAUTHORIZED', 'FILE_NOT_CLEAN', 'FILE_INVALID_TYPE'],
    changes: ['document'],
  }),
  createOfficeDocument: endpoint({
    method: 'POST',
    path: '/v2/loanmanager/element/newdoc',
    audience: 'session',
    summary: 'An empty office document in a folder of the package',
    body: z.strictObject({
      loanId: id,
      /** A folder. Left out: the package itself. */
      parentId: id.optional(),
      title,
      type: z.enum(OFFICE_FILE_CODES),
      /** Until the lender shows it, borrowers do not see it. */
      hidden: z.boolean().default(true),
    }),
    reply: element,
    errors: ['LOAN_NOT_FOUND', 'NOT_FOUND', 'UNAUTHORIZED', 'NOT_A_PLACE', 'PACKAGE_FULL'],
    changes: ['element', 'document', 'loan', 'loanList'],
  }),
};
