import { sql } from 'kysely';
import type { Actor } from '../../platform/actor.ts';
import type { Queries, Tx } from '../../platform/db/db.ts';
import { query } from '../../platform/db/query.ts';
import { visibleDocuments, type DocumentRow } from '../documents/index.ts';
import type { ThreadKey } from './write-messages-store.ts';

const columns = [
  'document.id',
  'document.name',
  'document.size',
  'document.virus_scan_state',
  'document.scan_reason',
] as const;
export type AttachmentRow = Pick<
  DocumentRow,
  'id' | 'name' | 'size' | 'virus_scan_state' | 'scan_reason'
>;

/** Attachments of messages that the caller may see, limited to files that they see too. */
export const attachmentsOf = (actor: Actor, messageIds: string[]) =>
  visibleDocuments(actor)
    .innerJoin('message_attachment as attached', (join) =>
      join
        .onRef('attached.company_id', '=', 'document.company_id')
        .onRef('attached.document_id', '=', 'document.id'),
    )
    .select(columns)
    .select('attached.message_id')
    .where(sql<boolean>`attached.message_id = any(${messageIds}::uuid[])`)
    .orderBy('attached.place');

export const attachmentsAmong = (actor: Actor, documentIds: string[]) =>
  visibleDocuments(actor)
    .select(columns)
    .where(sql<boolean>`document.id = any(${documentIds}::uuid[])`);

interface OnLoan {
  company_id: string;
  loan_id: string;
}

const isUnfiledUpload = ({ company_id, loan_id }: OnLoan) =>
  sql<boolean>`app.is_unfiled_upload(${company_id}::uuid, ${loan_id}::uuid, given.id)`;

/** A file that was uploaded for the message is shared with its readers; other files are only referenced. */
export async function insertAttachments(
  tx: Tx,
  { companyId, loanId, threadId, messageId }: ThreadKey & { messageId: string },
  documentIds: readonly string[],
): Promise<void> {
  if (documentIds.length === 0) return;
  await tx.run(
    query
      .insertInto('message_attachment')
      .columns([
        'company_id',
        'message_id',
        'document_id',
        'thread_id',
        'loan_id',
        'place',
        'shared',
      ])
      .expression(
        query
          .selectFrom(
            sql<{
              id: string;
              place: number;
            }>`unnest(${documentIds}::uuid[]) with ordinality`.as<'given'>(sql`given (id, place)`),
          )
          .select([
            sql<string>`${companyId}::uuid`.as('company_id'),
            sql<string>`${messageId}::uuid`.as('message_id'),
            'given.id as document_id',
            sql<string>`${threadId}::uuid`.as('thread_id'),
            sql<string>`${loanId}::uuid`.as('loan_id'),
            sql<number>`given.place - 1`.as('place'),
            isUnfiledUpload({ company_id: companyId, loan_id: loanId }).as('shared'),
          ]),
      ),
  );
}

/** Files that were uploaded for a message. */
export async function ownUploadsOf(
  reads: Queries,
  { company_id, id }: { company_id: string; id: string },
): Promise<string[]> {
  const rows = await reads.run(
    query
      .selectFrom('message_attachment')
      .select('document_id')
      .where('company_id', '=', company_id)
      .where('message_id', '=', id)
      .where('shared', '=', true),
  );
  return rows.map(({ document_id }) => document_id);
}

/** The caller's uploads that are filed nowhere and shared by no other message. */
export async function unusedAmong(
  reads: Queries,
  loan: OnLoan,
  documentIds: readonly string[],
): Promise<string[]> {
  if (documentIds.length === 0) return [];
  const rows = await reads.run(
    query
      .selectFrom(sql<{ id: string }>`unnest(${documentIds}::uuid[])`.as<'given'>(sql`given (id)`))
      .select('given.id')
      .where(isUnfiledUpload(loan))
      .where(
        sql<boolean>`not exists (select from message_attachment a
          where a.company_id = ${loan.company_id} and a.document_id = given.id and a.shared)`,
      ),
  );
  return rows.map(({ id }) => id);
}
