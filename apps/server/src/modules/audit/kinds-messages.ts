/** Audit entries about messages. They never contain the text of a message. */
import { onLoan, type Kinds } from './sentence-parts.ts';

export const messageKinds = {
  'draft.deleted': {
    title: 'Drafts discarded',
    says: ({ who }) => `${who} discarded a draft`,
  },
  'draft.saved': {
    title: 'Drafts saved',
    says: ({ who }) => `${who} saved a draft`,
  },
  'message.deleted': {
    title: 'Messages deleted',
    says: (subject) => `${subject.who} deleted a message${onLoan(subject, 'about')}`,
  },
  'message.edited': {
    title: 'Messages edited',
    says: (subject) => `${subject.who} edited a message${onLoan(subject, 'about')}`,
  },
  'message.keptImportant': {
    title: 'Messages marked as important',
    says: ({ who }) => `${who} marked a message as important`,
  },
  'message.keptNoLonger': {
    title: 'Messages marked as not important',
    says: ({ who }) => `${who} marked a message as not important`,
  },
  'message.read': {
    title: 'Messages read',
    says: ({ who }) => `${who} read their messages`,
  },
  'message.sent': {
    title: 'Messages sent',
    says: (subject) => `${subject.who} sent a message${onLoan(subject, 'about')}`,
  },
  'message.unread': {
    title: 'Messages marked as unread',
    says: ({ who }) => `${who} marked a message as unread`,
  },
  'thread.muted': {
    title: 'Conversations muted',
    says: ({ who }) => `${who} muted a conversation`,
  },
  'thread.unmuted': {
    title: 'Conversations unmuted',
    says: ({ who }) => `${who} unmuted a conversation`,
  },
} satisfies Kinds;
