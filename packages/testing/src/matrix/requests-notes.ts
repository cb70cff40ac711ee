/** Aims of the calls about the lender's notes. */
import type { notes } from '@cairn/contract/notes';
import { LOAN, type Aim } from './aims.ts';
import type { Target } from './targets.ts';

const byNote = ({ noteId }: Target) => ({ params: { id: noteId } });
const note: Aim = { scopes: LOAN, at: byNote };

export const NOTE_AIMS: Record<keyof typeof notes, Aim> = {
  listNotes: {
    scopes: LOAN,
    at: ({ loan, noteId: _made }) => ({ params: { loanId: loan.id } }),
  },
  createNote: {
    scopes: LOAN,
    at: ({ loan }) => ({ body: { loanId: loan.id, text: 'Ask for the landlord’s waiver' } }),
  },
  editNote: {
    scopes: LOAN,
    at: (target) => ({ ...byNote(target), body: { text: 'The waiver is there' } }),
  },
  deleteNote: note,
  notifyOfNote: {
    scopes: LOAN,
    at: (target) => ({ ...byNote(target), body: { userIds: [target.employeeId] } }),
  },
  markNoteRead: note,
  markNoteUnread: note,
  setNoteStatus: {
    scopes: LOAN,
    at: ({ noteId }) => ({ params: { id: noteId, status: 'DONE' } }),
  },
};
