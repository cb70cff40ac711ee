/** Splits, merges, reorders and rotates pages of a loan's documents into answers (decision 0111). */
import type { CallOf } from '@cairn/contract';
import type { derivedDocuments } from '@cairn/contract/derived-documents';
import type { Actor } from '../../platform/actor.ts';
import { ApiError, invalidField } from '../../platform/api-error.ts';
import { authorize } from '../../platform/authorize.ts';
import type { Tx } from '../../platform/db/db.ts';
import {
  deriveDocument,
  findDocuments,
  isUsable,
  type DocumentRow,
  type SourcePage,
} from '../documents/index.ts';
import { remarksOn } from './divide-pages-store.ts';
import { fileDocuments, type Filing } from './file-documents.ts';
import { packagePolicy } from './policy.ts';
import { elementsByIds, lockPackage, type ElementRow } from './store.ts';

type Body = CallOf<typeof derivedDocuments.dividePages>['body'];
type Answer = Body['answers'][number];

/** The worker downloads all source documents for each answer that uses their pages. */
const MAX_SOURCE_BYTES = 2 ** 30;
const MAX_NAME = 255;
const EXTENSION = '.pdf';

/** Files all answers or none. The package is locked first, so that no answer is saved in between. */
export async function dividePages(
  tx: Tx,
  actor: Actor,
  { loanId, sources, answers }: Body,
): Promise<{ elementIds: string[] }> {
  const locked = await lockPackage(tx, actor, loanId);
  const { id, company_id: companyId } = authorize(packagePolicy, 'request', actor, locked);
  const documents = await sourcesOf(tx, actor, id, sources);
  const elementIds = answers.map(({ elementId }) => elementId);
  const requests = new Map(
    (await tx.run(elementsByIds(actor, elementIds))).map((row) => [row.id, row]),
  );
  const remarks = await tx.run(
    remarksOn(actor, { companyId, loanId: id, documentIds: documents.map((each) => each.id) }),
  );
  const filings: Filing[] = [];
  for (const { elementId, replace, pages } of answers) {
    const element = requests.get(elementId);
    if (element?.loan_id !== id) throw new ApiError('NOT_FOUND');
    if (!takesFile(element)) throw new ApiError('NOTHING_TO_ANSWER');
    const documentId = await deriveDocument(
      tx,
      actor,
      { companyId, loanId: id, privateTo: null },
      {
        // The name is visible to borrowers.
        name: nameOf(element.borrower_title ?? element.title),
        origin: { kind: 'PAGES', pages: pages.map((page) => originOf(page, documents)) },
      },
    );
    const ids = new Set(pages.map(({ source }) => documents[source]!.id));
    const ownRemarks = remarks.filter((each) => ids.has(each.documentId!));
    filings.push({ elementId, documentId, replace, ...joinRemarks(ownRemarks) });
  }
  await fileDocuments(tx, actor, filings);
  return { elementIds };
}

const MAX_NOTE = 1000;
interface Remark {
  expirationDate: string | null;
  note: string | null;
}

/** The pages expire when the first of their documents does. */
function joinRemarks(remarks: readonly Remark[]): Pick<Filing, 'note' | 'expirationDate'> {
  const dates = remarks.flatMap(({ expirationDate }) => expirationDate ?? []).toSorted();
  const notes = [...new Set(remarks.flatMap(({ note }) => note ?? []))].join('\n');
  const note = Array.from(notes).slice(0, MAX_NOTE).join('');
  return { expirationDate: dates[0] ?? null, ...(note !== '' && { note }) };
}

type Kind = Pick<ElementRow, 'storage_type' | 'question_type' | 'in_trash' | 'target_id'>;
/** Links are excluded: a link shows the answer of another request. */
const takesFile = ({ storage_type, question_type, in_trash, target_id }: Kind): boolean =>
  storage_type === 'FILE' && question_type === null && !in_trash && target_id === null;

/** Cuts by code point, because half a surrogate pair cannot be stored. */
const nameOf = (title: string): string =>
  Array.from(title)
    .slice(0, MAX_NAME - EXTENSION.length)
    .join('') + EXTENSION;

function originOf(
  { source, page, turn }: Answer['pages'][number],
  documents: readonly DocumentRow[],
): SourcePage {
  const document = documents[source];
  if (!document || page > document.page_count!) throw invalidField('answers', 'No such page');
  return { documentId: document.id, version: document.version, page, turn };
}

/** Documents of this loan that have pages, in the versions that the caller saw. */
async function sourcesOf(
  tx: Tx,
  actor: Actor,
  loanId: string,
  sources: Body['sources'],
): Promise<DocumentRow[]> {
  const ids = sources.map(({ documentId }) => documentId);
  const byId = new Map((await findDocuments(tx, actor, ids)).map((row) => [row.id, row]));
  const documents = sources.map(({ documentId, version }) => {
    const document = byId.get(documentId);
    // A license picture may be seen only by its owner, but the copy would be seen by others.
    if (document?.loan_id !== loanId || document.is_license_picture) {
      throw new ApiError('NOT_FOUND');
    }
    if (document.version !== version) throw new ApiError('FILE_CHANGED');
    if (!isUsable(document)) throw new ApiError('FILE_NOT_CLEAN');
    if (document.page_count === null) throw new ApiError('NO_PAGES');
    return document;
  });
  if (documents.reduce((sum, { size }) => sum + (size ?? 0), 0) > MAX_SOURCE_BYTES) {
    throw invalidField('sources', 'Together larger than 1 GB');
  }
  return documents;
}
