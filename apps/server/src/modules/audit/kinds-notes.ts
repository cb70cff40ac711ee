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
    says: (subject) => `${subject.who} wrote a note${onLoan(subject)}`,
  },
  'note.deleted': {
    title: 'Notes deleted',
    says: (subject) => `${subject.who} deleted a note${onLoan(subject)}`,
  },
  'note.edited': {
    title: 'Notes edited',
    says: (subject) => `${subject.who} edited a note${onLoan(subject)}`,
  },
  'note.notified': {
    title: 'Colleagues notified of a note',
    says: (subject) => `${subject.who} notified colleagues of a note${onLoan(subject)}`,
  },
  'note.read': {
    title: 'Notes read',
    says: ({ who }) => `${who} read a note`,
  },
  'note.statusChanged': {
    title: 'Status of a note changed',
    says: (subject) =>
      `${subject.who} ${STATUS[String(subject.detail['to'])] ?? 'changed a note'}${onLoan(subject)}`,
  },
  'note.unread': {
    title: 'Notes marked as unread',
    says: ({ who }) => `${who} marked a note as unread`,
  },
} satisfies Kinds;
