/** Sends messages, and starts conversations. */
import type { Actor } from '../../platform/actor.ts';
import type { Tx } from '../../platform/db/db.ts';
import { isForeignKeyViolation } from '../../platform/db/pg-errors.ts';
import type { Authorized } from '../../platform/authorize.ts';
import { newId } from '../../platform/ids.ts';
import { recordEvent } from '../../platform/record-event.ts';
import { ApiError, invalidField } from '../../platform/api-error.ts';
import { removeDocuments, type DocumentRow } from '../documents/index.ts';
import type { LoanRow } from '../loans/index.ts';
import { insertAttachments, ownUploadsOf, unusedAmong } from './attachments-store.ts';
import type { MessageRow } from './store.ts';
import {
  deleteMessage,
  lockMessage,
  insertMessage,
  insertThread,
  reachable,
  saveBody,
  notifyThreadMembers,
  type NewMessage,
  type ThreadKey,
} from './write-messages-store.ts';

type Writable = Authorized<'write', Pick<LoanRow, 'company_id' | 'id'>>;

/** Starts a conversation with loan members. Other users give the same error as missing ones. */
export async function startThread(
  tx: Tx,
  actor: Actor,
  loan: Writable,
  { userIds, subject }: { userIds: string[]; subject?: string | undefined },
): Promise<ThreadKey> {
  const others = [...new Set(userIds)].filter((id) => id !== actor.accountId);
  if (others.length === 0) throw invalidField('userIds', 'Choose at least one recipient');
  const recipients = await tx.run(reachable(actor, loan, others));
  if (recipients.length < others.length) throw new ApiError('NOT_FOUND');
  const key = { companyId: loan.company_id, loanId: loan.id, threadId: newId() };
  await insertThread(tx, key, {
    actorId: actor.accountId,
    subject: subject ?? null,
    members: [actor.accountId, ...others],
  });
  return key;
}

/** Returns the message's id. Updates the recipients' pages at once; those who want it get an email. */
export async function sendMessage(
  tx: Tx,
  actor: Actor,
  thread: ThreadKey,
  { files = [], ...content }: Pick<NewMessage, 'body' | 'forwarded'> & { files?: DocumentRow[] },
): Promise<string> {
  const id = newId();
  const { companyId, loanId, threadId } = thread;
  await insertMessage(tx, thread, { id, actorId: actor.accountId, ...content }).catch(
    (error: unknown) => {
      // The conversation's last message was deleted concurrently, and the conversation with it.
      throw isForeignKeyViolation(error) ? new ApiError('NOT_FOUND') : error;
    },
  );
  const documentIds = files.map((file) => file.id);
  await insertAttachments(tx, { ...thread, messageId: id }, documentIds);
  await notifyThreadMembers(tx, companyId, threadId);
  recordEvent(tx, {
    ...about(actor, { companyId, loanId }),
    kind: 'message.sent',
    changes: ['message', 'draft'],
    detail: { threadId, messageId: id, ...(documentIds.length > 0 && { documentIds }) },
  });
  return id;
}

/** Recorded on the loan; of open pages, only the author's are notified by this event. */
const about = (actor: Actor, { companyId, loanId }: { companyId: string; loanId: string }) => ({
  companyId,
  loanId,
  actorId: actor.accountId,
  accountId: actor.accountId,
});

type Own<Ability extends string> = Authorized<Ability, MessageRow>;

export async function editMessage(tx: Tx, actor: Actor, message: Own<'edit'>, body: string) {
  if (body === message.body) return;
  await lockMessage(tx, message);
  await saveBody(tx, message, body);
  await notifyThreadMembers(tx, message.company_id, message.thread_id);
  recordEvent(tx, {
    ...about(actor, { companyId: message.company_id, loanId: message.loan_id }),
    kind: 'message.edited',
    changes: ['message'],
    detail: { threadId: message.thread_id, messageId: message.id },
  });
}

export async function removeMessage(tx: Tx, actor: Actor, message: Own<'remove'>): Promise<void> {
  await lockMessage(tx, message);
  // Notified before the deletion, because the conversation and its members disappear with its last message.
  await notifyThreadMembers(tx, message.company_id, message.thread_id);
  const uploads = await ownUploadsOf(tx, message);
  await deleteMessage(tx, message);
  await removeDocuments(tx, message.company_id, await unusedAmong(tx, message, uploads));
  recordEvent(tx, {
    ...about(actor, { companyId: message.company_id, loanId: message.loan_id }),
    kind: 'message.deleted',
    changes: ['message', 'draft'],
    detail: { threadId: message.thread_id, messageId: message.id },
  });
}
