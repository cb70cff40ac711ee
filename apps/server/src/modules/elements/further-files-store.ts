/** Further files of a request with several files: each has a row of its own beside the request. */
import { MAX_FILES_OF_REQUEST } from '@cairn/contract';
import { sql } from 'kysely';
import type { Actor } from '../../platform/actor.ts';
import type { Authorized } from '../../platform/authorize.ts';
import type { Tx } from '../../platform/db/db.ts';
import { query } from '../../platform/db/query.ts';
import { ApiError } from '../../platform/api-error.ts';
import { cutTo } from '../../platform/unicode.ts';
import { isAnswered } from './answer-patch.ts';
import { addElements } from './add-elements-store.ts';
import { copyOf } from './copy-elements.ts';
import type { ElementRow } from './store.ts';

/** False for an open request, which takes its first file itself, and for a question, which has one answer. */
export const takesFurtherFile = (element: ElementRow): boolean =>
  element.storage_type === 'FILE' &&
  element.question_type === null &&
  element.target_id === null &&
  !element.in_trash &&
  isAnswered(element);

/** The row of the request that this document answers already: the same call again, whose reply was lost. */
export async function rowAnsweredWith(
  tx: Tx,
  element: Authorized<'answer', ElementRow>,
  documentId: string,
): Promise<string | undefined> {
  const requestId = element.continues_id ?? element.id;
  const [row] = await tx.run(
    query
      .selectFrom('element')
      .where('company_id', '=', element.company_id)
      .where('loan_id', '=', element.loan_id)
      .where('answer_document_id', '=', documentId)
      .where('in_trash', '=', false)
      .where((where) =>
        where.or([where('id', '=', requestId), where('continues_id', '=', requestId)]),
      )
      .select('id'),
  );
  return row?.id;
}

/** The caller holds the loan's lock, so that two files do not get the same number. */
export async function insertFurtherFile(
  tx: Tx,
  actor: Actor,
  element: Authorized<'answer', ElementRow>,
): Promise<string> {
  const { company_id: companyId, loan_id: loanId } = element;
  const requestId = element.continues_id ?? element.id;
  const [request] = await tx.run(
    query
      .selectFrom('element')
      .where('company_id', '=', companyId)
      .where('id', '=', requestId)
      // The stored title, not the one that the caller sees: a borrower's title must not replace the lender's.
      .select(['title', 'borrower_title'])
      .select(
        sql<number>`(select count(*)::int from element f
          where f.company_id = element.company_id and f.continues_id = element.id)`.as('further'),
      ),
  );
  if (!request) throw new ApiError('NOT_FOUND');
  const number = request.further + 2;
  if (number > MAX_FILES_OF_REQUEST) throw new ApiError('TOO_MANY_FILES');
  const numberTitle = (title: string) => `${cutTo(title, 248)} (${number})`;
  const [id] = await addElements(tx, { companyId, loanId, accountId: actor.accountId }, [
    {
      ...copyOf(element, loanId),
      parentId: element.parent_id,
      title: numberTitle(request.title),
      borrowerTitle: request.borrower_title === null ? null : numberTitle(request.borrower_title),
      continuesId: requestId,
    },
  ]);
  return id!;
}
