import { derivedDocuments } from '@cairn/contract/derived-documents';
import { isHeic } from '@cairn/contract/file-terms';
import type { OfficeFile } from '@cairn/contract/file-terms';
import type { CallOf, Element } from '@cairn/contract';
import type { Actor } from '../../platform/actor.ts';
import { ApiError } from '../../platform/api-error.ts';
import { authorize } from '../../platform/authorize.ts';
import type { Tx } from '../../platform/db/db.ts';
import { routes } from '../../platform/handler.ts';
import { loanPolicy, loanSeenBy } from '../loans/index.ts';
import type { UploadDestination } from './create-document.ts';
import { deriveDocument } from './derive-document.ts';
import { findJpeg } from './derive-store.ts';
import { findVisibleDocument } from './find-document.ts';
import { isUsable } from './policy.ts';
import { presentDocument } from './present.ts';
import { lockDocument, type DocumentRow } from './store.ts';

/** Passed in by the module elements, which imports this one. */
interface Deps {
  addAnsweredElement(
    tx: Tx,
    actor: Actor,
    body: {
      loanId: string;
      parentId?: string | undefined;
      title: string;
      hidden: boolean;
    },
    derive: (destination: UploadDestination) => Promise<string>,
  ): Promise<Element>;
  dividePages(
    tx: Tx,
    actor: Actor,
    body: CallOf<typeof derivedDocuments.dividePages>['body'],
  ): Promise<{ elementIds: string[] }>;
}

const EXTENSIONS: Record<OfficeFile, string> = { DOCX: 'docx', XLSX: 'xlsx', PPTX: 'pptx' };

export const derivedDocumentRoutes = ({ addAnsweredElement, dividePages }: Deps) =>
  routes(derivedDocuments, {
    convertImage: ({ actor, body, write }) =>
      write(async (tx) => {
        const source = await findVisibleDocument(tx, actor, body.documentId);
        const destination = await besideSource(tx, actor, source);
        // A license picture belongs to its person, but the copy would be seen by others.
        if (!isHeic(source.name) || source.is_license_picture) {
          throw new ApiError('FILE_INVALID_TYPE');
        }
        if (!isUsable(source)) throw new ApiError('FILE_NOT_CLEAN');
        const { id: documentId, version } = (await lockDocument(tx, actor, source.id)) ?? source;
        const id =
          (await findJpeg(tx, actor, { ...source, version })) ??
          (await deriveDocument(tx, actor, destination, {
            name: source.name.replace(/\.\w+$/, '.jpg'),
            origin: { kind: 'JPEG', documentId, version },
          }));
        return presentDocument(await findVisibleDocument(tx, actor, id));
      }),

    createOfficeDocument: ({ actor, body, write }) =>
      write((tx) =>
        addAnsweredElement(tx, actor, body, (destination) =>
          deriveDocument(tx, actor, destination, {
            name: blankFileName(body.title, body.type),
            origin: { kind: 'BLANK' },
          }),
        ),
      ),

    dividePages: ({ actor, body, write }) => write((tx) => dividePages(tx, actor, body)),
  });

const MAX_NAME = 255;

/**
 * A file name from a title, which may be as long as a name without its extension. Cut by code point, because half a
 * surrogate pair cannot be stored.
 */
function blankFileName(title: string, type: OfficeFile): string {
  const extension = `.${EXTENSIONS[type]}`;
  return (
    Array.from(title)
      .slice(0, MAX_NAME - extension.length)
      .join('') + extension
  );
}

/** The copy goes where its source is: to a loan that the caller may add files to, or to their own shoebox. */
async function besideSource(
  tx: Tx,
  actor: Actor,
  { company_id, loan_id, private_to }: DocumentRow,
): Promise<UploadDestination> {
  if (loan_id === null) {
    if (private_to !== actor.accountId) throw new ApiError('UNAUTHORIZED');
    return { companyId: company_id, loanId: null, privateTo: private_to };
  }
  const visibleLoan = await loanSeenBy(tx, actor, loan_id).catch((error: unknown) => {
    // The source is shared from a loan that the caller is not on.
    throw error instanceof ApiError ? new ApiError('UNAUTHORIZED') : error;
  });
  const loan = authorize(loanPolicy, 'upload', actor, visibleLoan);
  return { companyId: loan.company_id, loanId: loan.id, privateTo: private_to };
}
