/** Past answers: replaced ones are the history, removed ones are in the request's trash. */
import { sql } from 'kysely';
import type { Actor } from '../../platform/actor.ts';
import type { Authorized } from '../../platform/authorize.ts';
import type { Queries, Tx } from '../../platform/db/db.ts';
import { prepareQuery, prepareQueryByCaller, query } from '../../platform/db/query.ts';
import { newId } from '../../platform/ids.ts';
import { JOINED_DOCUMENT, removeDocuments } from '../documents/index.ts';
import { hasAnswer } from './answer-patch.ts';
import type { ElementRow } from './store.ts';

const pastAnswers = () =>
  query
    .selectFrom('past_answer')
    .leftJoin('document', (join) =>
      join
        .onRef('document.company_id', '=', 'past_answer.company_id')
        .onRef('document.id', '=', 'past_answer.document_id')
        .on('document.removed_at', 'is', null),
    )
    .leftJoin('person', (join) =>
      join
        .onRef('person.company_id', '=', 'past_answer.company_id')
        .onRef('person.account_id', '=', 'past_answer.answered_by'),
    )
    .leftJoin('person as uploader', (join) =>
      join
        .onRef('uploader.company_id', '=', 'document.company_id')
        .onRef('uploader.account_id', '=', 'document.created_by'),
    )
    .select([
      'past_answer.id',
      'past_answer.loan_id',
      'past_answer.element_id',
      'past_answer.value',
      'past_answer.note',
      'past_answer.answered_by',
      'past_answer.answered_at',
      'past_answer.approved_by',
      'past_answer.rejected_by',
      'past_answer.rejection_reason',
      'past_answer.ended',
      'past_answer.ended_at',
      'document.id as document_id',
      ...JOINED_DOCUMENT,
      'uploader.given_name',
      'uploader.family_name',
      'uploader.email_address',
      'person.given_name as answerer_given_name',
      'person.family_name as answerer_family_name',
      'person.email_address as answerer_email_address',
    ])
    .orderBy('past_answer.ended_at', 'desc')
    .orderBy('past_answer.id', 'desc');
type PastAnswersQuery = ReturnType<typeof pastAnswers>;
export type PastAnswerRow = PastAnswersQuery extends { execute(): Promise<(infer Row)[]> }
  ? Row
  : never;

/** Outside the lender, people see only their own past answers. */
const seenBy = (actor: Actor) =>
  actor.roleLevel === 'LENDER' || actor.roleLevel === 'ADMIN'
    ? sql<boolean>`true`
    : sql<boolean>`past_answer.answered_by = ${actor.accountId}`;

export const pastAnswersOf = (actor: Actor, loanId: string, elementId: string) =>
  pastAnswers()
    .where(seenBy(actor))
    .where('past_answer.loan_id', '=', loanId)
    .where('past_answer.element_id', '=', elementId);

export const trashedAnswersOn = (actor: Actor, loanIds: readonly string[]) =>
  trashedAnswers(actor, { loanIds });
const trashedAnswers = prepareQueryByCaller((actor, { loanIds }: { loanIds: readonly string[] }) =>
  pastAnswers()
    .where(seenBy(actor))
    .where(sql<boolean>`past_answer.loan_id = any(${loanIds}::uuid[])`)
    .where('past_answer.ended', '=', 'DELETED'),
);

/** Moves the current answer to the history before it is replaced. */
export async function keepAnswer(
  tx: Tx,
  element: ElementRow,
  ended: 'REPLACED' | 'DELETED',
  by: string,
): Promise<void> {
  if (!hasAnswer(element) || element.answered_at === null) return;
  await tx.run(
    query.insertInto('past_answer').values({
      company_id: element.company_id,
      id: newId(),
      loan_id: element.loan_id,
      element_id: element.id,
      document_id: element.answer_document_id,
      note: element.answer_note,
      value: element.answer_value === null ? null : JSON.stringify(element.answer_value),
      answered_by: element.answered_by,
      answered_at: element.answered_at,
      approved_by: element.approved_by,
      rejected_by: element.rejected_by,
      rejection_code: element.rejection_code,
      rejection_reason: element.rejection_reason,
      ended,
      ended_by: by,
    }),
  );
}

/** Keeps a file that became part of a merged answer in the request's history. */
export async function keepMergedFile(
  tx: Tx,
  { company_id, loan_id, id }: ElementRow,
  documentId: string,
  by: string,
): Promise<void> {
  await tx.run(
    query.insertInto('past_answer').values({
      company_id,
      id: newId(),
      loan_id,
      element_id: id,
      document_id: documentId,
      answered_by: by,
      answered_at: new Date().toISOString(),
      ended: 'REPLACED',
      ended_by: by,
    }),
  );
}

/** Whether the current answer replaced another one; both are written in one transaction. */
export async function replacedAnswer(
  tx: Tx,
  { company_id, loan_id, id, answered_at }: ElementRow,
): Promise<boolean> {
  const rows = await tx.run(
    query
      .selectFrom('past_answer')
      .where('company_id', '=', company_id)
      .where('loan_id', '=', loan_id)
      .where('element_id', '=', id)
      .where('ended', '=', 'REPLACED')
      .where(sql<boolean>`ended_at > ${answered_at}::timestamptz - interval '1 minute'`)
      .select('id')
      .limit(1),
  );
  return rows.length > 0;
}

/** Removes a document that answers a request again from the trash. */
export async function removeFromTrash(
  tx: Tx,
  element: Authorized<'answer', ElementRow>,
  documentId: string,
) {
  await tx.run(deleteTrashed({ companyId: element.company_id, elementId: element.id, documentId }));
}
const deleteTrashed = prepareQuery(
  (params: { companyId: string; elementId: string; documentId: string }) =>
    query
      .deleteFrom('past_answer')
      .where('company_id', '=', params.companyId)
      .where('element_id', '=', params.elementId)
      .where('document_id', '=', params.documentId)
      .where('ended', '=', 'DELETED'),
);

/** Permanently deletes the answer's row; its document is no longer served unless another row refers to it. */
export async function purgeAnswers(
  tx: Tx,
  element: Authorized<'remove', ElementRow>,
  ids: readonly string[],
): Promise<void> {
  const rows = await tx.run(
    query
      .deleteFrom('past_answer')
      .where('company_id', '=', element.company_id)
      .where('element_id', '=', element.id)
      .where(sql<boolean>`id = any(${ids}::uuid[])`)
      .returning('document_id'),
  );
  await removeDocuments(
    tx,
    element.company_id,
    rows.flatMap((row) => row.document_id ?? []),
  );
}

/** How many requests a file answers, including those that the caller does not see. */
export async function requestsAnsweredBy(
  reads: Queries,
  companyId: string,
  documentId: string,
): Promise<number> {
  const [total] = await reads.run(
    query.selectNoFrom(
      sql<number>`app.requests_answered_by(${companyId}, ${documentId})`.as('all'),
    ),
  );
  return total!.all;
}

/** Whether a file was uploaded for a message, in any conversation. */
export async function isSharedByMessage(
  reads: Queries,
  companyId: string,
  documentId: string,
): Promise<boolean> {
  const [row] = await reads.run(
    query.selectNoFrom(
      sql<boolean>`app.is_shared_by_message(${companyId}, ${documentId})`.as('shared'),
    ),
  );
  return row!.shared;
}
