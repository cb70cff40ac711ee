import type { Note, Person } from '@cairn/contract';
import type { Actor } from '../../platform/actor.ts';
import { presentPerson } from '../loans/index.ts';
import { ownNotePolicy } from './policy.ts';
import type { NamedPerson, NoteRow } from './store.ts';

/** External underwriters do not see all employees of the lender. */
const presentAuthor = (author: NamedPerson | null, id: string): Person =>
  author ? presentPerson(author) : { id, givenName: null, familyName: null, emailAddress: '' };

export const presentNote = (row: NoteRow, actor: Actor): Note => ({
  id: row.id,
  loanId: row.loan_id,
  author: presentAuthor(row.author, row.author_id),
  text: row.body,
  read: row.is_read,
  status: row.status,
  statusBy: row.status_by && presentPerson(row.status_by),
  statusDate: row.status_at,
  element: row.element_id === null ? null : { id: row.element_id, title: row.element_title ?? '' },
  page: row.page,
  replyToId: row.reply_to_id,
  mentions: row.mentions.map(presentPerson),
  createdDate: row.created_at,
  editedDate: row.edited_at,
  abilities: {
    edit: ownNotePolicy.edit(actor, row),
    delete: ownNotePolicy.delete(actor, row),
  },
});
