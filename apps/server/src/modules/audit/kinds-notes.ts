/** Audit entries about the lender's notes. They never contain the text of a note. */
import { onLoan, type Kinds } from './sentence-parts.ts';

const STATUS: Record<string, string> = {
  NONE: 'removed the follow-up from a note',
  OPEN: 'marked a note for follow-up',
  DONE: 'marked a note done',
};

export const noteKinds = {
  'note.created': {
    title: 'Notes written',
    says: (told) => `${told.who} wrote a note${onLoan(told)}`,
  },
  'note.deleted': {
    title: 'Notes deleted',
    says: (told) => `${told.who} deleted a note${onLoan(told)}`,
  },
  'note.edited': {
    title: 'Notes edited',
    says: (told) => `${told.who} edited a note${onLoan(told)}`,
  },
  'note.notified': {
    title: 'Colleagues notified of a note',
    says: (told) => `${told.who} notified colleagues of a note${onLoan(told)}`,
  },
  'note.read': {
    title: 'Notes read',
    says: ({ who }) => `${who} read a note`,
  },
  'note.statusChanged': {
    title: 'Status of a note changed',
    says: (told) =>
      `${told.who} ${STATUS[String(told.detail['to'])] ?? 'changed a note'}${onLoan(told)}`,
  },
  'note.unread': {
    title: 'Notes marked as unread',
    says: ({ who }) => `${who} marked a note as unread`,
  },
} satisfies Kinds;
