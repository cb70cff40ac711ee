/** Conversations and messages as one reader sees them. */
import { MESSAGES_PER_PAGE, type Message, type Thread } from '@cairn/contract';
import type { Actor } from '../../platform/actor.ts';
import type { Queries } from '../../platform/db/db.ts';
import { ApiError } from '../../platform/api-error.ts';
import { findSettings } from '../users/index.ts';
import { attachmentsOf } from './attachments-store.ts';
import { presentMessage, presentThread, type MessageParts, type Reader } from './present.ts';
import {
  findMessage,
  findThread,
  membersOf,
  messagePage,
  messagesById,
  threadPage,
  type MessageFilter,
  type MessageRow,
  type ThreadRow,
} from './store.ts';

async function readerOf(reads: Queries, actor: Actor): Promise<Reader> {
  const [settings] = await reads.run(findSettings(actor.accountId));
  return { actor, zone: settings?.timezone_id ?? 'UTC' };
}

/** The cursor of the next page, if there is one. */
const nextAfter = (rows: { id: string }[]): string | null =>
  rows.length > MESSAGES_PER_PAGE ? rows[MESSAGES_PER_PAGE - 1]!.id : null;

async function withFiles(
  reads: Queries,
  actor: Actor,
  rows: MessageRow[],
): Promise<MessageParts[]> {
  if (rows.length === 0) return [];
  const attached = await reads.run(
    attachmentsOf(
      actor,
      rows.map(({ id }) => id),
    ),
  );
  const filesOf = Map.groupBy(attached, ({ message_id }) => message_id);
  return rows.map((row) => ({ row, files: filesOf.get(row.id) ?? [] }));
}

export async function readMessages(reads: Queries, actor: Actor, selection: MessageFilter) {
  const rows = await reads.run(messagePage(actor, selection));
  const reader = await readerOf(reads, actor);
  const messages = await withFiles(reads, actor, rows.slice(0, MESSAGES_PER_PAGE));
  return {
    messages: messages.map((each) => presentMessage(each, reader)),
    nextPage: nextAfter(rows),
  };
}

export async function readThreads(reads: Queries, actor: Actor, selection: MessageFilter) {
  const rows = await reads.run(threadPage(actor, selection));
  return {
    threads: await together(reads, actor, rows.slice(0, MESSAGES_PER_PAGE)),
    nextPage: nextAfter(rows),
  };
}

/** Adds the last message and all members. */
async function together(reads: Queries, actor: Actor, rows: ThreadRow[]): Promise<Thread[]> {
  if (rows.length === 0) return [];
  const reader = await readerOf(reads, actor);
  const lasts = await reads.run(
    messagesById(
      actor,
      rows.map(({ last_message_id }) => last_message_id!),
    ),
  );
  const lastParts = await withFiles(reads, actor, lasts);
  const lastOf = new Map(lastParts.map((last) => [last.row.thread_id, last]));
  const members = Map.groupBy(await reads.run(membersOf(rows)), ({ thread_id }) => thread_id);
  return rows.flatMap((row) => {
    const last = lastOf.get(row.id);
    // The last message was deleted since the list was read; the next read shows the one before it.
    return last ? [presentThread(row, { last, members: members.get(row.id) ?? [] }, reader)] : [];
  });
}

export async function threadSeenBy(reads: Queries, actor: Actor, id: string): Promise<ThreadRow> {
  const thread = await findThread(reads, actor, id);
  if (!thread) throw new ApiError('NOT_FOUND');
  return thread;
}

export async function shownThread(reads: Queries, actor: Actor, id: string): Promise<Thread> {
  const [thread] = await together(reads, actor, [await threadSeenBy(reads, actor, id)]);
  if (!thread) throw new ApiError('NOT_FOUND');
  return thread;
}

export async function messageSeenBy(reads: Queries, actor: Actor, id: string): Promise<MessageRow> {
  const message = await findMessage(reads, actor, id);
  if (!message) throw new ApiError('NOT_FOUND');
  return message;
}

export async function shownMessage(reads: Queries, actor: Actor, id: string): Promise<Message> {
  const [message] = await withFiles(reads, actor, [await messageSeenBy(reads, actor, id)]);
  return presentMessage(message!, await readerOf(reads, actor));
}
