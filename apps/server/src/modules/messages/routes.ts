import { messages } from '@cairn/contract/messages';
import type { TypingNotice } from '@cairn/contract';
import type { Actor } from '../../platform/actor.ts';
import { routes } from '../../platform/handler.ts';
import type { Tx } from '../../platform/db/db.ts';
import { authorize } from '../../platform/authorize.ts';
import { recordOwnEvent } from '../../platform/record-event.ts';
import { ApiError } from '../../platform/api-error.ts';
import { findSignature } from '../../platform/email/signature.ts';
import { elementsSeenBy } from '../elements/index.ts';
import { loanSeenBy } from '../loans/index.ts';
import { loanItems } from '../shoebox/index.ts';
import { filesToAttach } from './attach-files.ts';
import { deleteDraftAt } from './drafts-store.ts';
import { messageAsHtml } from './message-html.ts';
import { needsList, shoeboxList } from './needs-list.ts';
import { messagePolicy, ownMessagePolicy } from './policy.ts';
import {
  messageSeenBy,
  readMessages,
  readThreads,
  shownMessage,
  shownThread,
  threadSeenBy,
} from './read-messages.ts';
import { membersOf, seesLoanOf, unreadCount } from './store.ts';
import { startThread, editMessage, sendMessage, removeMessage } from './write-message.ts';
import { saveMark, saveMuted, saveRead } from './write-messages-store.ts';

/** Notifies the open pages of some people; not stored. */
type PublishTyping = (accountIds: string[], notice: TypingNotice) => Promise<void>;

export const messageRoutes = ({ publishTyping }: { publishTyping: PublishTyping }) =>
  routes(messages, {
    listMessages: ({ actor, query, reads }) => readMessages(reads, actor, query),
    listThreads: ({ actor, query, reads }) => readThreads(reads, actor, query),
    listUnreadMessages: ({ actor, query, reads }) =>
      readMessages(reads, actor, { ...query, show: 'unread' }),
    searchMessages: ({ actor, query: { q, ...selection }, reads }) =>
      readMessages(reads, actor, { ...selection, words: q }),

    listUnreadForCompany: async ({ actor, params: { companyId }, query, reads }) => {
      const visible = await reads.run(seesLoanOf(actor, companyId));
      if (visible.length === 0 && actor.companyId !== companyId) throw new ApiError('NOT_FOUND');
      return readMessages(reads, actor, { ...query, companyId, show: 'unread' });
    },

    countUnreadMessages: async ({ actor, query: { loanId }, reads }) => {
      const [row] = await reads.run(unreadCount(actor, loanId));
      return { count: row?.count ?? 0 };
    },

    getThread: ({ actor, params, reads }) => shownThread(reads, actor, params.id),

    countUnreadInThread: async ({ actor, params, reads }) => {
      const { unread } = await threadSeenBy(reads, actor, params.id);
      return { count: unread };
    },

    listThreadMessages: async ({ actor, params, query: { page }, reads }) => {
      const { id: threadId } = await threadSeenBy(reads, actor, params.id);
      return readMessages(reads, actor, { threadId, page });
    },

    sendMessage: ({ actor, body, write }) =>
      write(async (tx) => {
        const visibleLoan = await loanSeenBy(tx, actor, body.loanId);
        const loan = authorize(messagePolicy, 'write', actor, visibleLoan);
        const place = { companyId: loan.company_id, loanId: loan.id };
        const thread = body.threadId
          ? { ...place, threadId: await threadOn(tx, actor, { ...body, threadId: body.threadId }) }
          : await startThread(tx, actor, loan, body);
        const files = await filesToAttach(tx, actor, loan.id, body.documentIds);
        const id = await sendMessage(tx, actor, thread, { body: body.body, files });
        await deleteDraftAt(tx, actor, { ...place, threadId: body.threadId ?? null });
        return shownMessage(tx, actor, id);
      }),

    generateNeedsListBody: async ({ actor, body, reads }) =>
      needsList(await elementsSeenBy(reads, actor, body.loanId)),

    generateShoeboxListBody: async ({ actor, body, reads }) => {
      const filter = { loanIds: [body.loanId], status: 'ACTIVE', suggest: false } as const;
      return shoeboxList(await loanItems(reads, actor, filter));
    },

    getOriginatorHtml: async ({ actor, params, reads }) => {
      const message = await messageSeenBy(reads, actor, params.id);
      const signature = await findSignature(reads, message.company_id, message.author_id);
      return { htmlContent: messageAsHtml(message, signature) };
    },

    forwardMessage: ({ actor, params, body, write }) =>
      write(async (tx) => {
        const message = await messageSeenBy(tx, actor, params.id);
        const place = { company_id: message.company_id, id: message.loan_id };
        const loan = authorize(messagePolicy, 'write', actor, place);
        const thread = await startThread(tx, actor, loan, body);
        const forwarded = {
          body: message.body,
          authorId: message.author_id,
          at: message.created_at,
        };
        return shownMessage(
          tx,
          actor,
          await sendMessage(tx, actor, thread, { body: body.body, forwarded }),
        );
      }),

    editMessage: ({ actor, params, body, write }) =>
      write(async (tx) => {
        const visibleMessage = await messageSeenBy(tx, actor, params.id);
        await editMessage(
          tx,
          actor,
          authorize(ownMessagePolicy, 'edit', actor, visibleMessage),
          body.body,
        );
        return shownMessage(tx, actor, params.id);
      }),

    deleteMessage: ({ actor, params, write }) =>
      write(async (tx) => {
        const visibleMessage = await messageSeenBy(tx, actor, params.id);
        await removeMessage(
          tx,
          actor,
          authorize(ownMessagePolicy, 'remove', actor, visibleMessage),
        );
        return { success: true };
      }),

    markMessageRead: ({ actor, params, write }) =>
      write(async (tx) => {
        const message = await messageSeenBy(tx, actor, params.id);
        const count = await saveRead(tx, actor, message);
        if (count > 0) {
          const detail = { messageId: message.id, count };
          recordOwnEvent(tx, actor, { kind: 'message.read', changes: ['message'], detail });
        }
        return shownMessage(tx, actor, params.id);
      }),

    markMessageUnread: ({ actor, params, write }) =>
      write(async (tx) => {
        const message = await messageSeenBy(tx, actor, params.id);
        await saveMark(tx, actor, message, { read_at: null });
        const detail = { messageId: message.id };
        recordOwnEvent(tx, actor, { kind: 'message.unread', changes: ['message'], detail });
        return shownMessage(tx, actor, params.id);
      }),

    markMessageImportant: ({ actor, params, write }) =>
      write((tx) => keepImportant(tx, actor, params.id, true)),
    markMessageNotImportant: ({ actor, params, write }) =>
      write((tx) => keepImportant(tx, actor, params.id, false)),

    muteThread: ({ actor, params, write }) => write((tx) => hush(tx, actor, params.id, true)),
    unmuteThread: ({ actor, params, write }) => write((tx) => hush(tx, actor, params.id, false)),

    tellTyping: async ({ actor, params: { threadId }, reads }) => {
      const thread = await threadSeenBy(reads, actor, threadId);
      const members = await reads.run(membersOf([thread]));
      const others = members.filter(
        ({ account_id, there: isThere }) => isThere && account_id !== actor.accountId,
      );
      await publishTyping(
        others.map(({ account_id }) => account_id),
        { threadId, userId: actor.accountId },
      );
      return { success: true };
    },
  });

/** The members of a conversation were fixed when it began. */
async function threadOn(
  tx: Tx,
  actor: Actor,
  target: { threadId: string; loanId: string; userIds: string[]; subject?: string | undefined },
): Promise<string> {
  const thread = await threadSeenBy(tx, actor, target.threadId);
  if (thread.loan_id !== target.loanId) throw new ApiError('NOT_FOUND');
  const members = new Set((await tx.run(membersOf([thread]))).map(({ account_id }) => account_id));
  if (target.userIds.some((id) => !members.has(id))) {
    const fieldErrors = { userIds: 'Start a new conversation to add people' };
    throw new ApiError('INVALID_REQUEST', { fieldErrors });
  }
  return thread.id;
}

async function keepImportant(tx: Tx, actor: Actor, id: string, important: boolean) {
  const message = await messageSeenBy(tx, actor, id);
  await saveMark(tx, actor, message, { important });
  recordOwnEvent(tx, actor, {
    kind: important ? 'message.keptImportant' : 'message.keptNoLonger',
    changes: ['message'],
    detail: { messageId: id },
  });
  return shownMessage(tx, actor, id);
}

async function hush(tx: Tx, actor: Actor, id: string, muted: boolean) {
  const thread = await threadSeenBy(tx, actor, id);
  await saveMuted(tx, actor, thread, muted);
  recordOwnEvent(tx, actor, {
    kind: muted ? 'thread.muted' : 'thread.unmuted',
    changes: ['message'],
    detail: { threadId: id },
  });
  return shownThread(tx, actor, id);
}
