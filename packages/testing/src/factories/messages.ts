/** Test data: messages between users. */
import { newId } from '@cairn/server/platform/ids';
import type { Account, Loan } from './shapes.ts';
import type { RowWriter } from './row-writer.ts';

export interface MessageText {
  by: Account;
  body: string;
  at?: Date;
}

export function messageFactory(rows: RowWriter) {
  const factory = {
    /** Returns the ids of the conversation and of its messages, in order. */
    async thread(
      loan: Loan,
      members: readonly Account[],
      messages: readonly [MessageText, ...MessageText[]],
      over: { subject?: string } = {},
    ): Promise<{ id: string; messageIds: string[] }> {
      const id = newId();
      await rows.insert('message_thread', {
        company_id: loan.companyId,
        id,
        loan_id: loan.id,
        subject: over.subject ?? null,
        created_by: messages[0].by.id,
        created_at: (messages[0].at ?? new Date()).toISOString(),
      });
      for (const member of members) {
        await rows.insert('thread_member', {
          company_id: loan.companyId,
          thread_id: id,
          account_id: member.id,
          loan_id: loan.id,
        });
      }
      const messageIds: string[] = [];
      for (const { by, body, at } of messages) {
        const messageId = newId();
        messageIds.push(messageId);
        await rows.insert('message', {
          company_id: loan.companyId,
          id: messageId,
          thread_id: id,
          loan_id: loan.id,
          author_id: by.id,
          body,
          ...(at && { created_at: at.toISOString() }),
        });
      }
      return { id, messageIds };
    },

    /** Marks the conversation as read by these people, except for its last messages. */
    async read(
      thread: { id: string; messageIds: string[] },
      readers: readonly Account[],
      unread = 0,
    ): Promise<void> {
      await rows.client.query(
        `update cairn.message_mark set read_at = now()
         where thread_id = $1 and account_id = any($2) and message_id = any($3) and read_at is null`,
        [
          thread.id,
          readers.map(({ id }) => id),
          thread.messageIds.slice(0, thread.messageIds.length - unread),
        ],
      );
    },

    async draft(loan: Loan, account: Account, body: string): Promise<string> {
      const id = newId();
      await rows.insert('message_draft', {
        company_id: loan.companyId,
        id,
        account_id: account.id,
        loan_id: loan.id,
        body,
      });
      return id;
    },
  };
  return factory;
}
