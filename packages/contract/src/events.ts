import { z } from 'zod';
import { endpoint, type Tag } from './endpoint.ts';

/** What an open page is told: something changed, look again. Never the content itself. */
export interface ChangeNotice {
  id: string;
  kind: string;
  loanId: string | null;
  changes: Tag[];
}

/** Somebody is writing in a conversation. It is not kept: who is not listening never hears of it. */
export interface TypingNotice {
  threadId: string;
  userId: string;
}

export const events = {
  streamEvents: endpoint({
    method: 'GET',
    path: '/v1/events',
    audience: 'session',
    summary:
      'Server-sent events: what changed among the things the caller may see; resumes after Last-Event-ID',
    query: z.strictObject({ after: z.string().max(40).optional() }),
    silent: true,
  }),
};
