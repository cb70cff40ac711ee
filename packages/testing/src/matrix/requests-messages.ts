/** Aims of the calls about messages. */
import type { drafts } from '@cairn/contract/message-drafts';
import type { messages } from '@cairn/contract/messages';
import { COMPANY, LOAN, NOTHING, type Aim, type Aimed } from './aims.ts';
import type { Target } from './targets.ts';
import type { Scope } from './world.ts';

/** `hidden` is a conversation between others on a loan that the caller sees. */
const CONVERSATION: readonly Scope[] = [
  'own',
  'hidden',
  'same-company',
  'other-company',
  'missing',
];
/** A message by another person in the caller's own conversation. */
const OWN_OR_NOT: readonly Scope[] = [...CONVERSATION, 'assigned-elsewhere'];
const byThread = ({ threadId }: Target): Aimed => ({ params: { id: threadId } });
const byMessage = ({ messageId }: Target): Aimed => ({ params: { id: messageId } });
const thread: Aim = { scopes: CONVERSATION, at: byThread };
const message: Aim = { scopes: CONVERSATION, at: byMessage };
const list: Aim = { scopes: NOTHING, at: () => ({}) };

export const MESSAGE_AIMS: Record<keyof typeof messages, Aim> = {
  listMessages: list,
  listThreads: list,
  listUnreadMessages: list,
  countUnreadMessages: list,
  searchMessages: { scopes: NOTHING, at: () => ({ query: { q: 'canary' } }) },
  listUnreadForCompany: {
    scopes: COMPANY,
    at: ({ companyId }) => ({ params: { companyId } }),
  },
  getThread: thread,
  listThreadMessages: thread,
  countUnreadInThread: thread,
  sendMessage: {
    scopes: LOAN,
    at: ({ loan, people }) => ({
      body: { loanId: loan.id, userIds: [people.guestId], body: 'Good morning' },
    }),
  },
  editMessage: {
    scopes: OWN_OR_NOT,
    at: (target) => ({ ...byMessage(target), body: { body: 'Good evening' } }),
  },
  deleteMessage: { scopes: OWN_OR_NOT, at: byMessage },
  markMessageRead: message,
  markMessageUnread: message,
  markMessageImportant: message,
  markMessageNotImportant: message,
  muteThread: thread,
  unmuteThread: thread,
  tellTyping: {
    scopes: CONVERSATION,
    at: ({ threadId }) => ({ params: { threadId } }),
  },
  generateNeedsListBody: {
    scopes: LOAN,
    at: ({ loan }) => ({ body: { loanId: loan.id } }),
  },
  generateShoeboxListBody: {
    scopes: LOAN,
    at: ({ loan }) => ({ body: { loanId: loan.id } }),
  },
  getOriginatorHtml: message,
  forwardMessage: {
    scopes: CONVERSATION,
    at: (target) => ({
      ...byMessage(target),
      body: { userIds: [target.people.guestId], body: 'Please see below' },
    }),
  },
};

const ofLoan = ({ loan }: Target): Aimed => ({ params: { loanId: loan.id } });

export const DRAFT_AIMS: Record<keyof typeof drafts, Aim> = {
  createDraft: {
    scopes: LOAN,
    at: ({ loan }) => ({ body: { loanId: loan.id, body: 'Good mor' } }),
  },
  saveDraft: {
    scopes: CONVERSATION,
    at: ({ draftId }) => ({ params: { id: draftId }, body: { body: 'Good morn' } }),
  },
  deleteDraft: {
    scopes: CONVERSATION,
    at: ({ draftId }) => ({ params: { id: draftId } }),
  },
  listDrafts: { scopes: LOAN, at: ofLoan },
  listAllDrafts: { scopes: NOTHING, at: () => ({}) },
  countDrafts: { scopes: LOAN, at: ofLoan },
};
