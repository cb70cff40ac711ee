import { MAX_NOTES_OF_LOAN, NOTES_PER_PAGE, type NoteStatus } from '@cairn/contract';
import { notes } from '@cairn/contract/notes';
import type { Actor } from '../../platform/actor.ts';
import { ApiError } from '../../platform/api-error.ts';
import { authorize } from '../../platform/authorize.ts';
import type { Queries, Tx } from '../../platform/db/db.ts';
import type { EventKind } from '../../platform/event-kinds.ts';
import { routes } from '../../platform/handler.ts';
import { recordEvent, recordOwnEvent } from '../../platform/record-event.ts';
import { loanWithStanding, presentPerson, type LoanStanding } from '../loans/index.ts';
import { notePolicy, ownNotePolicy } from './policy.ts';
import { presentNote } from './present.ts';
import {
  addMentions,
  deleteNote,
  findDocumentOf,
  findNote,
  insertNote,
  noteCounts,
  countNotesUpTo,
  notePage,
  outsidersAmong,
  repliesByOthers,
  repliesTo,
  saveMark,
  saveNote,
  teamOf,
  type NewNote,
  type NoteRow,
} from './store.ts';

export const noteRoutes = () =>
  routes(notes, {
    listNotes: async ({ actor, params, query, reads }) => {
      const loan = await loanWithStanding(reads, actor, params.loanId);
      const [rows, [counts], team] = await reads.together(
        notePage(actor, loan, query),
        noteCounts(actor, loan, query),
        teamOf(loan),
      );
      const page = rows.slice(0, NOTES_PER_PAGE);
      const ids = page.map(({ id }) => id);
      const replies =
        ids.length === 0 ? [] : await reads.run(repliesTo(actor, loan.company_id, ids));
      return {
        notes: [...page, ...replies].map((row) => presentNote(row, actor)),
        nextCursor: rows.length > page.length ? page.at(-1)!.id : null,
        counts: counts ?? { all: 0, open: 0, done: 0 },
        team: team.map((member) =>
          presentPerson({
            accountId: member.account_id,
            givenName: member.given_name,
            familyName: member.family_name,
            emailAddress: member.email_address,
          }),
        ),
        abilities: { write: notePolicy.write(actor, loan) },
      };
    },

    createNote: ({ actor, body: { loanId, userIds, ...content }, write }) =>
      write(async (tx) => {
        // Serializes, so that two writers cannot exceed the limit together.
        const standing = await loanWithStanding(tx, actor, loanId, 'lock');
        const loan = authorize(notePolicy, 'write', actor, standing);
        await refuseWrongPlace(tx, actor, loan, content);
        const [number] = await tx.run(countNotesUpTo(loan, MAX_NOTES_OF_LOAN));
        if (number!.count >= MAX_NOTES_OF_LOAN) throw new ApiError('TOO_MANY_NOTES');
        const id = await insertNote(tx, actor, loan, content);
        const note = await noteSeenBy(tx, actor, id);
        recordNote(tx, actor, note, 'note.created', { elementId: note.element_id });
        if (userIds) await notify(tx, actor, note, userIds);
        return shownNote(tx, actor, id);
      }),

    editNote: ({ actor, params, body, write }) =>
      write(async (tx) => {
        const visibleNote = await noteSeenBy(tx, actor, params.id);
        const note = authorize(ownNotePolicy, 'edit', actor, visibleNote);
        await saveNote(tx, actor, note, { body: body.text });
        recordNote(tx, actor, note, 'note.edited');
        return shownNote(tx, actor, params.id);
      }),

    deleteNote: ({ actor, params, write }) =>
      write(async (tx) => {
        const visibleNote = await noteSeenBy(tx, actor, params.id);
        const note = authorize(ownNotePolicy, 'delete', actor, visibleNote);
        const replies = await tx.run(repliesByOthers(actor, note));
        if (replies.length > 0 && !note.owns_company) throw new ApiError('NOTE_HAS_REPLIES');
        await deleteNote(tx, note);
        recordNote(tx, actor, note, 'note.deleted');
        return { success: true };
      }),

    notifyOfNote: ({ actor, params, body, write }) =>
      write(async (tx) => {
        const visibleNote = await noteSeenBy(tx, actor, params.id);
        await notify(tx, actor, authorize(notePolicy, 'write', actor, visibleNote), body.userIds);
        return shownNote(tx, actor, params.id);
      }),

    markNoteRead: ({ actor, params, write }) => write((tx) => mark(tx, actor, params.id, true)),
    markNoteUnread: ({ actor, params, write }) => write((tx) => mark(tx, actor, params.id, false)),

    setNoteStatus: ({ actor, params, write }) =>
      write(async (tx) => {
        const visibleNote = await noteSeenBy(tx, actor, params.id);
        const note = authorize(notePolicy, 'write', actor, visibleNote);
        if (note.reply_to_id !== null) {
          const fieldErrors = { id: 'A reply has no status of its own' };
          throw new ApiError('INVALID_REQUEST', { fieldErrors });
        }
        if (note.status !== params.status) await changeStatus(tx, actor, note, params.status);
        return shownNote(tx, actor, params.id);
      }),
  });

async function noteSeenBy(reads: Queries, actor: Actor, id: string): Promise<NoteRow> {
  const note = await findNote(reads, actor, id);
  if (!note) throw new ApiError('NOT_FOUND');
  return note;
}

const shownNote = async (reads: Queries, actor: Actor, id: string) =>
  presentNote(await noteSeenBy(reads, actor, id), actor);

/** Recorded for the lender's side only, without the text. */
function recordNote(
  tx: Tx,
  actor: Actor,
  { company_id, loan_id, id }: Pick<NoteRow, 'company_id' | 'loan_id' | 'id'>,
  kind: EventKind,
  detail: Record<string, unknown> = {},
): void {
  recordEvent(tx, {
    kind,
    companyId: company_id,
    loanId: loan_id,
    actorId: actor.accountId,
    staffOnly: true,
    changes: ['note'],
    detail: { noteId: id, ...detail },
  });
}

async function refuseWrongPlace(
  tx: Tx,
  actor: Actor,
  loan: LoanStanding,
  { elementId, replyToId }: Pick<NewNote, 'elementId' | 'replyToId'>,
): Promise<void> {
  if (elementId !== undefined) {
    const [document] = await tx.run(findDocumentOf(actor, loan, elementId));
    if (!document) throw new ApiError('NOT_FOUND');
  }
  if (replyToId !== undefined) {
    const head = await noteSeenBy(tx, actor, replyToId);
    if (head.loan_id !== loan.id || head.reply_to_id !== null) throw new ApiError('NOT_FOUND');
  }
}

/** Notifies only people who can read the note. */
async function notify(
  tx: Tx,
  actor: Actor,
  note: NoteRow,
  userIds: readonly string[],
): Promise<void> {
  const outsiders = await tx.run(outsidersAmong(note, userIds));
  if (outsiders.length > 0) {
    const fieldErrors = { userIds: 'Only members of the lender’s team can be notified' };
    throw new ApiError('INVALID_REQUEST', { fieldErrors });
  }
  const added = await addMentions(tx, note, [...new Set(userIds)]);
  if (added.length > 0) recordNote(tx, actor, note, 'note.notified', { userIds: added });
}

async function mark(tx: Tx, actor: Actor, id: string, read: boolean) {
  const note = await noteSeenBy(tx, actor, id);
  if (note.is_read !== read) {
    await saveMark(tx, actor, note, read);
    const detail = { noteId: id };
    recordOwnEvent(tx, actor, {
      kind: read ? 'note.read' : 'note.unread',
      changes: ['note'],
      detail,
    });
  }
  return shownNote(tx, actor, id);
}

async function changeStatus(
  tx: Tx,
  actor: Actor,
  note: Parameters<typeof saveNote>[2],
  to: NoteStatus,
): Promise<void> {
  await saveNote(tx, actor, note, { status: to });
  recordNote(tx, actor, note, 'note.statusChanged', { from: note.status, to });
}
