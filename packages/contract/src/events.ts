import { z } from 'zod';
import { endpoint, type Tag } from './endpoint.ts';

/** The notice to an open page: something changed, refetch. Never the content itself. */
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

/** Who looks at which answer in review mode. Ephemeral, like the typing indicator. */
export interface ReviewingNotice {
  elementId: string;
  userId: string;
  name: string;
  looking: boolean;
}

/** Notices that reach current subscribers only, by the name of their event. */
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
