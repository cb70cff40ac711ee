import { MAX_LISTED_DRAFTS } from '@cairn/contract';
import { sql, type InferResult } from 'kysely';
import type { Actor } from '../../platform/actor.ts';
import type { Queries, Tx } from '../../platform/db/db.ts';
import { query } from '../../platform/db/query.ts';
import { loansTakenPartIn } from './store.ts';

/** The caller's own drafts, on loans that they see. */
const draftsOf = (actor: Actor) =>
  loansTakenPartIn(actor).innerJoin('message_draft as draft', (join) =>
    join
      .onRef('draft.company_id', '=', 'loan.company_id')
      .onRef('draft.loan_id', '=', 'loan.id')
      .on('draft.account_id', '=', actor.accountId),
  );

const wholeDraftsOf = (actor: Actor) =>
  draftsOf(actor).select([
    'draft.company_id',
    'draft.id',
    'draft.loan_id',
    'draft.thread_id',
    'draft.user_ids',
    'draft.subject',
    'draft.body',
    'draft.document_ids',
    'draft.created_at',
    'draft.updated_at',
  ]);

export const draftsOn = (actor: Actor, loanId: string) =>
  wholeDraftsOf(actor).where('draft.loan_id', '=', loanId).orderBy('draft.updated_at', 'desc');

/** Enough for one line of a list. */
const PREVIEWED_CHARACTERS = 200;

/** Drafts of all loans, without columns that a list does not show. */
export const listedDrafts = (actor: Actor) =>
  draftsOf(actor)
    .select([
      'draft.id',
      'draft.loan_id',
      'draft.thread_id',
      'draft.subject',
      sql<string>`left(draft.body, ${PREVIEWED_CHARACTERS})`.as('body_start'),
      'draft.updated_at',
      'loan.name as loan_name',
      'loan.color',
    ])
    .orderBy('draft.updated_at', 'desc')
    .limit(MAX_LISTED_DRAFTS);

export async function findDraft(reads: Queries, actor: Actor, id: string) {
  const [row] = await reads.run(wholeDraftsOf(actor).where('draft.id', '=', id));
  return row;
}
export type DraftRow = NonNullable<Awaited<ReturnType<typeof findDraft>>>;
export type ListedDraftRow = InferResult<ReturnType<typeof listedDrafts>>[number];

export interface DraftContent {
  userIds: string[];
  subject: string | null;
  body: string;
  documentIds: string[];
}
const columnsOf = ({ userIds, subject, body, documentIds }: DraftContent) => ({
  user_ids: userIds,
  subject,
  body,
  document_ids: documentIds,
});

/** One draft per conversation or new conversation: a new one replaces it. Returns its id. */
export async function putDraft(
  tx: Tx,
  actor: Actor,
  place: { companyId: string; loanId: string; threadId: string | null },
  id: string,
  content: DraftContent,
): Promise<string> {
  const [row] = await tx.run(
    query
      .insertInto('message_draft')
      .values({
        company_id: place.companyId,
        id,
        account_id: actor.accountId,
        loan_id: place.loanId,
        thread_id: place.threadId,
        ...columnsOf(content),
      })
      .onConflict((conflict) =>
        conflict
          .columns(['company_id', 'account_id', 'loan_id', 'thread_id'])
          .doUpdateSet({ ...columnsOf(content), updated_at: sql`now()` }),
      )
      .returning('id'),
  );
  return row!.id;
}

/** False if it was sent or deleted meanwhile. */
export async function saveDraft(tx: Tx, draft: DraftRow, content: DraftContent): Promise<boolean> {
  const rows = await tx.run(
    query
      .updateTable('message_draft')
      .set({ ...columnsOf(content), updated_at: sql`now()` })
      .where('company_id', '=', draft.company_id)
      .where('id', '=', draft.id)
      .returning('id'),
  );
  return rows.length > 0;
}

/** False if it was sent or deleted meanwhile. */
export async function deleteDraft(tx: Tx, draft: DraftRow): Promise<boolean> {
  const deleted = await tx.run(
    query
      .deleteFrom('message_draft')
      .where('company_id', '=', draft.company_id)
      .where('id', '=', draft.id)
      .returning('id'),
  );
  return deleted.length > 0;
}

/** Deletes the draft of a message that was sent. */
export async function deleteDraftAt(
  tx: Tx,
  actor: Actor,
  place: { companyId: string; loanId: string; threadId: string | null },
): Promise<void> {
  await tx.run(
    query
      .deleteFrom('message_draft')
      .where('company_id', '=', place.companyId)
      .where('account_id', '=', actor.accountId)
      .where('loan_id', '=', place.loanId)
      .where('thread_id', 'is not distinct from', place.threadId),
  );
}
