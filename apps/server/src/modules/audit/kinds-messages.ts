/** Audit entries about messages. They never contain the text of a message. */
import { onLoan, type Kinds } from './sentence-parts.ts';

export const messageKinds = {
  'draft.deleted': {
    title: 'Drafts thrown away',
    says: ({ who }) => `${who} threw a draft away`,
  },
  'draft.saved': {
    title: 'Drafts kept',
    says: ({ who }) => `${who} kept what they had begun to write`,
  },
  'message.deleted': {
    title: 'Messages deleted',
    says: (told) => `${told.who} took back what they had written${onLoan(told, 'about')}`,
  },
  'message.edited': {
    title: 'Messages changed',
    says: (told) => `${told.who} changed what they had written${onLoan(told, 'about')}`,
  },
  'message.keptImportant': {
    title: 'Messages kept as important',
    says: ({ who }) => `${who} kept a message as important`,
  },
  'message.keptNoLonger': {
    title: 'Messages no longer important',
    says: ({ who }) => `${who} no longer keeps a message as important`,
  },
  'message.read': {
    title: 'Messages read',
    says: ({ who }) => `${who} read what was written to them`,
  },
  'message.sent': {
    title: 'Messages sent',
    says: (told) => `${told.who} wrote a message${onLoan(told, 'about')}`,
  },
  'message.unread': {
    title: 'Messages to read again',
    says: ({ who }) => `${who} wants to read a message again`,
  },
  'thread.muted': {
    title: 'Conversations muted',
    says: ({ who }) => `${who} muted a conversation`,
  },
  'thread.unmuted': {
    title: 'Conversations no longer muted',
    says: ({ who }) => `${who} wants to hear of a conversation again`,
  },
} satisfies Kinds;
