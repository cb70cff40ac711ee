import { z } from 'zod';
import { endpoint, type Tag } from './endpoint.ts';

/** Tells an open page that data changed and has to be fetched again. It never contains the data itself. */
export interface ChangeNotice {
  id: string;
  kind: string;
  loanId: string | null;
  changes: Tag[];
}

/** Typing indicator of a conversation. Ephemeral: only current subscribers get it. */
export interface TypingNotice {
  threadId: string;
  userId: string;
}

/** A reviewer opened or left an answer in review mode. Ephemeral, like the typing indicator. */
export interface ReviewingNotice {
  elementId: string;
  userId: string;
  name: string;
  looking: boolean;
}

/** Notices that only current subscribers get, by event name. */
export interface EphemeralNotices {
  typing: TypingNotice;
  reviewing: ReviewingNotice;
}

export const events = {
  streamEvents: endpoint({
    method: 'GET',
    path: '/v1/events',
    audience: 'session',
    summary:
      'Server-sent events: what changed among the things the caller may see; resumes after Last-Event-ID',
    query: z.strictObject({ after: z.string().max(400).optional() }),
    errors: ['TOO_MANY_REQUESTS'],
    silent: true,
  }),
};
