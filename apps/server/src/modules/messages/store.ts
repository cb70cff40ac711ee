import { MESSAGES_PER_PAGE } from '@cairn/contract';
import { sql } from 'kysely';
import { isPlatformAdmin, type Actor } from '../../platform/actor.ts';
import type { Queries } from '../../platform/db/db.ts';
import { query } from '../../platform/db/query.ts';
import { viewerOf, visibleLoans } from '../loans/index.ts';

/** One row more than the page shows whether there is a next page. */
const LOOKED_AT = MESSAGES_PER_PAGE + 1;

/** The operator sees every loan, but takes part in none. */
export const loansTakenPartIn = (actor: Actor) =>
  visibleLoans(viewerOf(actor), actor).where((eb) => eb.lit(!isPlatformAdmin(actor)));

/** The base of every query of conversations: those with the caller, on loans that they see. */
const threadsSeenBy = (actor: Actor) =>
  loansTakenPartIn(actor)
    .innerJoin('message_thread as thread', (join) =>
      join
        .onRef('thread.company_id', '=', 'loan.company_id')
        .onRef('thread.loan_id', '=', 'loan.id'),
    )
    .innerJoin('thread_member as me', (join) =>
      join
        .onRef('me.company_id', '=', 'thread.company_id')
        .onRef('me.thread_id', '=', 'thread.id')
        .on('me.account_id', '=', actor.accountId),
    );

/**
 * The unread messages of a conversation written by people. System accounts are rare; only if there is one are the
 * messages themselves counted.
 */
const unread = sql<number>`(me.unread - case when exists (select from account where is_system) then (
  select count(*) from message_mark k
  join message m on m.company_id = k.company_id and m.id = k.message_id
  join account a on a.id = m.author_id and a.is_system
  where k.company_id = me.company_id and k.account_id = me.account_id and k.thread_id = me.thread_id
    and k.read_at is null) else 0 end)::int`;

export interface MessageFilter {
  loanId?: string | undefined;
  companyId?: string | undefined;
  threadId?: string | undefined;
  show?: 'all' | 'unread' | 'important' | undefined;
  words?: string | undefined;
  /** The id of the last entry of the previous page. */
  page?: string | undefined;
}

export const threadPage = (actor: Actor, { loanId, threadId, show, page }: MessageFilter) => {
  let rows = threadsSeenBy(actor)
    .innerJoin('person as beginner', (join) =>
      join
        .onRef('beginner.company_id', '=', 'thread.company_id')
        .onRef('beginner.account_id', '=', 'thread.created_by'),
    )
    .select([
      'thread.company_id',
      'thread.id',
      'thread.loan_id',
      'thread.subject',
      'thread.created_at',
      'thread.created_by',
      'thread.last_message_id',
      'thread.last_message_at',
      'loan.name as loan_name',
      'loan.short_code',
      'loan.color',
      unread.as('unread'),
      'me.important',
      'me.muted',
      'beginner.given_name',
      'beginner.family_name',
      'beginner.email_address',
    ])
    .where('thread.last_message_id', 'is not', null)
    .orderBy('thread.last_message_at', 'desc')
    .orderBy('thread.id', 'desc')
    .limit(LOOKED_AT);
  if (loanId) rows = rows.where('thread.loan_id', '=', loanId);
  if (threadId) rows = rows.where('thread.id', '=', threadId);
  if (show === 'unread') rows = rows.where('me.unread', '>', 0);
  if (show === 'important') rows = rows.where('me.important', '>', 0);
  if (page) {
    rows = rows.where(
      sql<boolean>`(thread.last_message_at, thread.id) < (
        select t.last_message_at, t.id from message_thread t where t.id = ${page})`,
    );
  }
  return rows;
};

export async function findThread(reads: Queries, actor: Actor, threadId: string) {
  const [row] = await reads.run(threadPage(actor, { threadId }));
  return row;
}
export type ThreadRow = NonNullable<Awaited<ReturnType<typeof findThread>>>;

/** Escapes the wildcard characters of a LIKE pattern. */
const likePattern = (words: string): string => `%${words.replaceAll(/[\\%_]/g, '\\$&')}%`;

export const messagesSeenBy = (actor: Actor) =>
  threadsSeenBy(actor)
    .innerJoin('message', (join) =>
      join
        .onRef('message.company_id', '=', 'thread.company_id')
        .onRef('message.thread_id', '=', 'thread.id'),
    )
    .innerJoin('message_mark as mark', (join) =>
      join
        .onRef('mark.company_id', '=', 'message.company_id')
        .onRef('mark.message_id', '=', 'message.id')
        .on('mark.account_id', '=', actor.accountId),
    )
    .innerJoin('person as author', (join) =>
      join
        .onRef('author.company_id', '=', 'message.company_id')
        .onRef('author.account_id', '=', 'message.author_id'),
    )
    .leftJoin('person as first', (join) =>
      join
        .onRef('first.company_id', '=', 'message.company_id')
        .onRef('first.account_id', '=', 'message.forwarded_author_id'),
    )
    .select([
      'message.company_id',
      'message.id',
      'message.thread_id',
      'message.loan_id',
      'message.author_id',
      'message.body',
      'message.created_at',
      'message.updated_at',
      'mark.read_at',
      'mark.important',
      'author.given_name',
      'author.family_name',
      'author.email_address',
      'message.forwarded_body',
      'message.forwarded_at',
      'first.account_id as first_id',
      'first.given_name as first_given_name',
      'first.family_name as first_family_name',
      'first.email_address as first_email_address',
    ]);

export const messagePage = (actor: Actor, selection: MessageFilter) => {
  const { loanId, companyId, threadId, show, words, page } = selection;
  let rows = messagesSeenBy(actor)
    .orderBy('message.created_at', 'desc')
    .orderBy('message.id', 'desc')
    .limit(LOOKED_AT);
  if (loanId) rows = rows.where('message.loan_id', '=', loanId);
  if (companyId) rows = rows.where('message.company_id', '=', companyId);
  if (threadId) rows = rows.where('message.thread_id', '=', threadId);
  if (show === 'unread') rows = rows.where('mark.read_at', 'is', null);
  if (words) rows = rows.where('message.body', 'ilike', likePattern(words));
  if (page) {
    rows = rows.where(
      sql<boolean>`(message.created_at, message.id) < (
        select m.created_at, m.id from message m where m.id = ${page})`,
    );
  }
  return rows;
};

export const messagesById = (actor: Actor, ids: string[]) =>
  messagesSeenBy(actor).where('message.id', 'in', ids);

export async function findMessage(reads: Queries, actor: Actor, id: string) {
  const [row] = await reads.run(messagesById(actor, [id]));
  return row;
}
export type MessageRow = NonNullable<Awaited<ReturnType<typeof findMessage>>>;

/** Members of conversations that the caller takes part in. */
export const membersOf = (threads: Pick<ThreadRow, 'company_id' | 'id'>[]) =>
  query
    .selectFrom('thread_member as member')
    .innerJoin('person', (join) =>
      join
        .onRef('person.company_id', '=', 'member.company_id')
        .onRef('person.account_id', '=', 'member.account_id'),
    )
    .select([
      'member.thread_id',
      'person.account_id',
      'person.given_name',
      'person.family_name',
      'person.email_address',
      sql<boolean>`app.reaches_loan(member.company_id, member.loan_id, member.account_id)`.as(
        'there',
      ),
    ])
    .where(
      'member.company_id',
      'in',
      threads.map(({ company_id }) => company_id),
    )
    .where(
      'member.thread_id',
      'in',
      threads.map(({ id }) => id),
    )
    .orderBy('person.given_name')
    .orderBy('person.account_id');
export interface MemberRow {
  thread_id: string;
  account_id: string;
  given_name: string | null;
  family_name: string | null;
  email_address: string;
  there: boolean;
}

export const unreadCount = (actor: Actor, loanId: string | undefined) => {
  const rows = threadsSeenBy(actor)
    .select(sql<number>`coalesce(sum(${unread}), 0)::int`.as('count'))
    .where('me.unread', '>', 0)
    .where('me.muted', '=', false);
  return loanId ? rows.where('thread.loan_id', '=', loanId) : rows;
};

/** Whether the caller sees any loan of the company. */
export const seesLoanOf = (actor: Actor, companyId: string) =>
  visibleLoans(viewerOf(actor), actor)
    .select('loan.id')
    .where('loan.company_id', '=', companyId)
    .limit(1);
