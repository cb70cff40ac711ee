import { sql } from 'kysely';
import { isStaff, type Actor } from '../../platform/actor.ts';
import { ApiError } from '../../platform/api-error.ts';
import type { Authorized } from '../../platform/authorize.ts';
import type { Tx } from '../../platform/db/db.ts';
import { isInsufficientPrivilege } from '../../platform/db/pg-errors.ts';
import { query } from '../../platform/db/query.ts';

interface OnLoan {
  company_id: string;
  id: string;
}
export interface ThreadKey {
  companyId: string;
  loanId: string;
  threadId: string;
}

/**
 * Those of the given users who are members of the loan; for the company's own staff, also colleagues. Others must not
 * learn who works there.
 */
export const reachable = (actor: Actor, loan: OnLoan, accountIds: string[]) =>
  query
    .selectFrom('account')
    .select('account.id')
    .where('account.id', 'in', accountIds)
    .where('account.closed_at', 'is', null)
    .where('account.is_system', '=', false)
    .where((eb) =>
      eb.or([
        eb.exists(
          eb
            .selectFrom('loan_role')
            .select('loan_role.id')
            .where('loan_role.company_id', '=', loan.company_id)
            .where('loan_role.loan_id', '=', loan.id)
            .whereRef('loan_role.account_id', '=', 'account.id'),
        ),
        ...(isStaff(actor)
          ? [
              eb.exists(
                eb
                  .selectFrom('employee')
                  .select('employee.account_id')
                  .where('employee.company_id', '=', loan.company_id)
                  .whereRef('employee.account_id', '=', 'account.id'),
              ),
            ]
          : []),
      ]),
    );

export async function insertThread(
  tx: Tx,
  { companyId, loanId, threadId }: ThreadKey,
  { actorId, subject, members }: { actorId: string; subject: string | null; members: string[] },
): Promise<void> {
  await tx.run(
    query.insertInto('message_thread').values({
      company_id: companyId,
      id: threadId,
      loan_id: loanId,
      subject,
      created_by: actorId,
    }),
  );
  await tx.run(
    query.insertInto('thread_member').values(
      members.map((account) => ({
        company_id: companyId,
        thread_id: threadId,
        account_id: account,
        loan_id: loanId,
      })),
    ),
  );
}

export interface NewMessage {
  id: string;
  actorId: string;
  body: string;
  forwarded?: { body: string; authorId: string; at: string } | undefined;
}

export async function insertMessage(
  tx: Tx,
  { companyId, loanId, threadId }: ThreadKey,
  { id, actorId, body, forwarded }: NewMessage,
): Promise<void> {
  await tx.run(
    query.insertInto('message').values({
      company_id: companyId,
      id,
      thread_id: threadId,
      loan_id: loanId,
      author_id: actorId,
      body,
      forwarded_body: forwarded?.body ?? null,
      forwarded_author_id: forwarded?.authorId ?? null,
      forwarded_at: forwarded?.at ?? null,
    }),
  );
}

interface MessageKey {
  company_id: string;
  thread_id: string;
  id: string;
}

/** Locks the message: of two concurrent changes, the second sees the result of the first, which may be a deletion. */
export async function lockMessage(tx: Tx, message: MessageKey): Promise<void> {
  const [row] = await tx.run(
    query
      .selectFrom('message')
      .select('id')
      .where('company_id', '=', message.company_id)
      .where('id', '=', message.id)
      .forUpdate(),
  );
  if (!row) throw new ApiError('NOT_FOUND');
}

export async function saveBody(
  tx: Tx,
  message: Authorized<'edit', MessageKey>,
  body: string,
): Promise<void> {
  await tx.run(
    query
      .updateTable('message')
      .set({ body, updated_at: sql`now()` })
      .where('company_id', '=', message.company_id)
      .where('id', '=', message.id),
  );
}

export async function deleteMessage(
  tx: Tx,
  message: Authorized<'remove', MessageKey>,
): Promise<void> {
  await tx.run(
    query
      .deleteFrom('message')
      .where('company_id', '=', message.company_id)
      .where('id', '=', message.id),
  );
}

/** Marks a message and all earlier ones as read. Returns how many were unread. */
export async function saveRead(tx: Tx, actor: Actor, message: MessageKey): Promise<number> {
  const rows = await tx.run(
    query
      .updateTable('message_mark')
      .set({ read_at: sql`now()` })
      .where('company_id', '=', message.company_id)
      .where('account_id', '=', actor.accountId)
      .where('thread_id', '=', message.thread_id)
      .where('read_at', 'is', null)
      .where(
        'message_id',
        'in',
        query
          .selectFrom('message')
          .select('message.id')
          .where('message.company_id', '=', message.company_id)
          .where('message.thread_id', '=', message.thread_id)
          .where(
            sql<boolean>`(message.created_at, message.id) <= (
              select m.created_at, m.id from message m
              where m.company_id = ${message.company_id} and m.id = ${message.id})`,
          ),
      )
      .returning('message_id'),
  );
  return rows.length;
}

export async function saveMark(
  tx: Tx,
  actor: Actor,
  message: MessageKey,
  mark: { read_at: null } | { important: boolean },
): Promise<void> {
  await tx.run(
    query
      .updateTable('message_mark')
      .set(mark)
      .where('company_id', '=', message.company_id)
      .where('account_id', '=', actor.accountId)
      .where('message_id', '=', message.id),
  );
}

export async function saveMuted(
  tx: Tx,
  actor: Actor,
  thread: { company_id: string; id: string },
  muted: boolean,
): Promise<void> {
  await tx.run(
    query
      .updateTable('thread_member')
      .set({ muted })
      .where('company_id', '=', thread.company_id)
      .where('thread_id', '=', thread.id)
      .where('account_id', '=', actor.accountId),
  );
}

/**
 * Makes the open pages of the other members refetch. Throws NOT_FOUND if the caller has lost access to the loan
 * meanwhile.
 */
export async function notifyThreadMembers(
  tx: Tx,
  companyId: string,
  threadId: string,
): Promise<void> {
  const notification = sql`app.tell_members(${companyId}::uuid, ${threadId}::uuid, 'message.changed', '{message}')`;
  try {
    await tx.run(query.selectNoFrom(notification.as('told')));
  } catch (error) {
    if (isInsufficientPrivilege(error)) throw new ApiError('NOT_FOUND');
    throw error;
  }
}
