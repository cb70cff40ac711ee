/** What is said in a conversation, and how one begins. */
import type { Actor } from '../../platform/actor.ts';
import type { Tx } from '../../platform/db/db.ts';
import { brokeForeignKey } from '../../platform/db/violation.ts';
import type { Granted } from '../../platform/grant.ts';
import { newId } from '../../platform/ids.ts';
import { record } from '../../platform/record.ts';
import { Refusal } from '../../platform/refusal.ts';
import type { LoanRow } from '../loans/index.ts';
import type { MessageRow } from './store.ts';
import {
  deleteMessage,
  insertMessage,
  insertThread,
  reachable,
  saveBody,
  tellMembers,
  type NewMessage,
  type ThreadKey,
} from './writing-store.ts';

type Writable = Granted<'write', Pick<LoanRow, 'company_id' | 'id'>>;

const wrong = (field: string, why: string): Refusal =>
  new Refusal('INVALID_REQUEST', { fieldErrors: { [field]: why } });

/** With whom: people of the loan. Somebody else is nobody, as far as the caller is told. */
export async function beginThread(
  tx: Tx,
  actor: Actor,
  loan: Writable,
  { userIds, subject }: { userIds: string[]; subject?: string | undefined },
): Promise<ThreadKey> {
  const others = [...new Set(userIds)].filter((id) => id !== actor.accountId);
  if (others.length === 0) throw wrong('userIds', 'Choose somebody to write to');
  const found = await tx.run(reachable(actor, loan, others));
  if (found.length < others.length) throw new Refusal('NOT_FOUND');
  const key = { companyId: loan.company_id, loanId: loan.id, threadId: newId() };
  await insertThread(tx, key, {
    by: actor.accountId,
    subject: subject ?? null,
    members: [actor.accountId, ...others],
  });
  return key;
}

/** Returns the message's id. The others' pages hear of it at once, and whoever wants one gets a letter. */
export async function say(
  tx: Tx,
  actor: Actor,
  thread: ThreadKey,
  said: Pick<NewMessage, 'body' | 'forwarded'>,
): Promise<string> {
  const id = newId();
  const { companyId, loanId, threadId } = thread;
  await insertMessage(tx, thread, { id, by: actor.accountId, ...said }).catch((error: unknown) => {
    // Its last message was deleted a moment ago, and the conversation with it.
    throw brokeForeignKey(error) ? new Refusal('NOT_FOUND') : error;
  });
  await tellMembers(tx, companyId, threadId);
  record(tx, {
    ...about(actor, { companyId, loanId }),
    kind: 'message.sent',
    changes: ['message', 'draft'],
    detail: { threadId, messageId: id },
    starts: { workflow: 'tellMessage', input: { companyId, messageId: id } },
  });
  return id;
}

/** On the loan's record; of the open pages, only the writer's own hear of it this way. */
const about = (actor: Actor, { companyId, loanId }: { companyId: string; loanId: string }) => ({
  companyId,
  loanId,
  actorId: actor.accountId,
  accountId: actor.accountId,
});

type Own<Ability extends string> = Granted<Ability, MessageRow>;

export async function reword(tx: Tx, actor: Actor, message: Own<'edit'>, body: string) {
  if (body === message.body) return;
  await saveBody(tx, message, body);
  await tellMembers(tx, message.company_id, message.thread_id);
  record(tx, {
    ...about(actor, { companyId: message.company_id, loanId: message.loan_id }),
    kind: 'message.edited',
    changes: ['message'],
    detail: { threadId: message.thread_id, messageId: message.id },
  });
}

export async function takeBack(tx: Tx, actor: Actor, message: Own<'remove'>): Promise<void> {
  // Told first: with its last message the conversation is gone, and with it who is to be told.
  await tellMembers(tx, message.company_id, message.thread_id);
  await deleteMessage(tx, message);
  record(tx, {
    ...about(actor, { companyId: message.company_id, loanId: message.loan_id }),
    kind: 'message.deleted',
    changes: ['message', 'draft'],
    detail: { threadId: message.thread_id, messageId: message.id },
  });
}
