import { NOTES_PER_PAGE, type NoteStatus } from '@cairn/contract';
import { sql } from 'kysely';
import type { Actor } from '../../platform/actor.ts';
import type { Authorized } from '../../platform/authorize.ts';
import type { Queries, Tx } from '../../platform/db/db.ts';
import { query } from '../../platform/db/query.ts';
import { visibleElement } from '../elements/index.ts';
import { loanStanding, viewerOf, visibleLoans, type LoanStanding } from '../loans/index.ts';

/** One row more than the page shows whether there is a next page. */
const LOOKED_AT = NOTES_PER_PAGE + 1;

export interface NamedPerson {
  accountId: string;
  givenName: string | null;
  familyName: string | null;
  emailAddress: string;
}

/** The document of the note, or of the note that it answers. */
const documentOfNote = sql<
  string | null
>`coalesce(note.element_id, (select head.element_id from note head
  where head.company_id = note.company_id and head.id = note.reply_to_id))`;

/** Notes about a document are hidden from callers who may not see the document, and so are replies to them. */
const seesDocument = (actor: Actor) =>
  sql<boolean>`(${documentOfNote} is null or exists (${query
    .selectFrom('element')
    .select('element.id')
    .where(visibleElement(actor))
    .where(
      sql<boolean>`element.company_id = note.company_id and element.id = ${documentOfNote} and not element.in_trash`,
    )}))`;

/** The base of every query of notes: on loans and about documents that the caller sees. */
const notesSeenBy = (actor: Actor) =>
  visibleLoans(viewerOf(actor), actor)
    .innerJoin('note', (join) =>
      join.onRef('note.company_id', '=', 'loan.company_id').onRef('note.loan_id', '=', 'loan.id'),
    )
    .where(seesDocument(actor));

const personAs = (account: 'note.author_id' | 'note.status_by') =>
  sql<NamedPerson | null>`(
    select jsonb_build_object('accountId', p.account_id, 'givenName', p.given_name,
      'familyName', p.family_name, 'emailAddress', p.email_address)
    from person p where p.company_id = note.company_id and p.account_id = ${sql.ref(account)})`;

const mentions = sql<NamedPerson[]>`(
  select coalesce(jsonb_agg(jsonb_build_object('accountId', p.account_id, 'givenName', p.given_name,
    'familyName', p.family_name, 'emailAddress', p.email_address) order by m.created_at, p.account_id), '[]')
  from note_mention m join person p on p.company_id = m.company_id and p.account_id = m.account_id
  where m.company_id = note.company_id and m.note_id = note.id)`;

const isRead = ({ accountId }: Actor) => sql<boolean>`coalesce((
  select mark.is_read from note_mark mark
  where mark.company_id = note.company_id and mark.note_id = note.id and mark.account_id = ${accountId}),
  note.author_id = ${accountId})`;

const wholeNotes = (actor: Actor) =>
  notesSeenBy(actor)
    .leftJoin('element', (join) =>
      join
        .onRef('element.company_id', '=', 'note.company_id')
        .onRef('element.id', '=', 'note.element_id'),
    )
    .select([
      'note.company_id',
      'note.id',
      'note.loan_id',
      'note.author_id',
      'note.body',
      sql<NoteStatus>`note.status`.as('status'),
      'note.status_at',
      'note.element_id',
      'element.title as element_title',
      'note.page',
      'note.reply_to_id',
      'note.created_at',
      'note.edited_at',
      personAs('note.author_id').as('author'),
      personAs('note.status_by').as('status_by'),
      mentions.as('mentions'),
      isRead(actor).as('is_read'),
    ])
    .select(loanStanding(actor));

export interface NoteFilter {
  elementId?: string | undefined;
  status?: NoteStatus | undefined;
  cursor?: string | undefined;
}

/** Newest first, without replies. */
export const notePage = (
  actor: Actor,
  loan: LoanStanding,
  { elementId, status, cursor }: NoteFilter,
) =>
  wholeNotes(actor)
    .where('note.company_id', '=', loan.company_id)
    .where('note.loan_id', '=', loan.id)
    .where('note.reply_to_id', 'is', null)
    .$if(elementId !== undefined, (rows) => rows.where('note.element_id', '=', elementId!))
    .$if(status !== undefined, (rows) => rows.where('note.status', '=', status!))
    .$if(cursor !== undefined, (rows) => rows.where('note.id', '<', cursor!))
    .orderBy('note.id', 'desc')
    .limit(LOOKED_AT);

/** Oldest first, as a conversation is read. */
export const repliesTo = (actor: Actor, companyId: string, noteIds: readonly string[]) =>
  wholeNotes(actor)
    .where('note.company_id', '=', companyId)
    .where('note.reply_to_id', 'in', [...noteIds])
    .orderBy('note.id');

export async function findNote(reads: Queries, actor: Actor, id: string) {
  const [row] = await reads.run(wholeNotes(actor).where('note.id', '=', id));
  return row;
}
export type NoteRow = NonNullable<Awaited<ReturnType<typeof findNote>>>;

export const noteCounts = (actor: Actor, loan: LoanStanding, { elementId }: NoteFilter) =>
  notesSeenBy(actor)
    .where('note.company_id', '=', loan.company_id)
    .where('note.loan_id', '=', loan.id)
    .where('note.reply_to_id', 'is', null)
    .$if(elementId !== undefined, (rows) => rows.where('note.element_id', '=', elementId!))
    .select([
      sql<number>`count(*)::int`.as('all'),
      sql<number>`(count(*) filter (where note.status = 'OPEN'))::int`.as('open'),
      sql<number>`(count(*) filter (where note.status = 'DONE'))::int`.as('done'),
    ]);

/** The lender's employees whom the caller sees, and the underwriters of the loan. */
export const teamOf = (loan: LoanStanding) =>
  query
    .selectFrom('person')
    .select(['account_id', 'given_name', 'family_name', 'email_address'])
    .where('person.company_id', '=', loan.company_id)
    .where(
      sql<boolean>`(exists (select from employee e
          where e.company_id = person.company_id and e.account_id = person.account_id)
        or exists (select from loan_role r
          where r.company_id = person.company_id and r.loan_id = ${loan.id} and r.account_id = person.account_id
            and app.level_of(r.role) = 'LENDER'))`,
    )
    .orderBy('family_name')
    .orderBy('given_name')
    .limit(500);

/** Returns those who cannot read notes on the loan. */
export const outsidersAmong = (
  { company_id, loan_id }: Pick<NoteRow, 'company_id' | 'loan_id'>,
  userIds: readonly string[],
) =>
  query
    .selectFrom(sql<{ id: string }>`unnest(${[...userIds]}::uuid[])`.as<'given'>(sql`given (id)`))
    .select('given.id')
    .where(sql<boolean>`not app.can_read_notes(${company_id}::uuid, ${loan_id}::uuid, given.id)`);

export interface NewNote {
  text: string;
  elementId?: string | undefined;
  page?: number | undefined;
  replyToId?: string | undefined;
  status: NoteStatus;
}

export async function insertNote(
  tx: Tx,
  actor: Actor,
  loan: Authorized<'write', LoanStanding>,
  { text, elementId, page, replyToId, status }: NewNote,
): Promise<string> {
  const [row] = await tx.run(
    query
      .insertInto('note')
      .values({
        company_id: loan.company_id,
        loan_id: loan.id,
        element_id: elementId ?? null,
        page: page ?? null,
        reply_to_id: replyToId ?? null,
        author_id: actor.accountId,
        body: text,
        status,
      })
      .returning('id'),
  );
  return row!.id;
}

/** Counts at most up to the limit. */
export const countNotesUpTo = (loan: LoanStanding, limit: number) =>
  query
    .selectFrom(
      query
        .selectFrom('note')
        .select(sql<number>`1`.as('one'))
        .where('company_id', '=', loan.company_id)
        .where('loan_id', '=', loan.id)
        .limit(limit)
        .as('some'),
    )
    .select(sql<number>`count(*)::int`.as('count'));

export const findDocumentOf = (actor: Actor, loan: LoanStanding, elementId: string) =>
  query
    .selectFrom('element')
    .select('element.id')
    .where(visibleElement(actor))
    .where('element.company_id', '=', loan.company_id)
    .where('element.loan_id', '=', loan.id)
    .where('element.id', '=', elementId)
    .where('element.storage_type', '=', 'FILE')
    .where('element.in_trash', '=', false);

type Changed = Partial<Record<'body' | 'status', string>>;

/** The author may change the text; anyone who writes notes may change the status. */
export async function saveNote(
  tx: Tx,
  actor: Actor,
  { company_id, id }: Authorized<'edit', NoteRow> | Authorized<'write', NoteRow>,
  { body, status }: Changed,
): Promise<void> {
  await tx.run(
    query
      .updateTable('note')
      .set({
        ...(body !== undefined && { body, edited_at: sql`now()` }),
        ...(status !== undefined && { status, status_by: actor.accountId, status_at: sql`now()` }),
      })
      .where('company_id', '=', company_id)
      .where('id', '=', id),
  );
}

export async function deleteNote(
  tx: Tx,
  { company_id, id }: Authorized<'delete', NoteRow>,
): Promise<void> {
  await tx.run(query.deleteFrom('note').where('company_id', '=', company_id).where('id', '=', id));
}

export const repliesByOthers = (actor: Actor, { company_id, id }: NoteRow) =>
  query
    .selectFrom('note')
    .select('id')
    .where('company_id', '=', company_id)
    .where('reply_to_id', '=', id)
    .where('author_id', '<>', actor.accountId)
    .limit(1);

export async function saveMark(
  tx: Tx,
  actor: Actor,
  { company_id, id }: NoteRow,
  read: boolean,
): Promise<void> {
  await tx.run(
    query
      .insertInto('note_mark')
      .values({ company_id, note_id: id, account_id: actor.accountId, is_read: read })
      .onConflict((conflict) =>
        conflict.columns(['company_id', 'note_id', 'account_id']).doUpdateSet({ is_read: read }),
      ),
  );
}

/** Returns the ids of people whom the note did not mention before. */
export async function addMentions(
  tx: Tx,
  { company_id, id }: Pick<NoteRow, 'company_id' | 'id'>,
  userIds: readonly string[],
): Promise<string[]> {
  const added = await tx.run(
    query
      .insertInto('note_mention')
      .values(userIds.map((account_id) => ({ company_id, note_id: id, account_id })))
      .onConflict((conflict) => conflict.doNothing())
      .returning('account_id'),
  );
  return added.map(({ account_id }) => account_id);
}
