/** GET /v1/events: one stream per tab. */
import { events } from '@cairn/contract/events';
import { API_BASE_PATH, type ChangeNotice } from '@cairn/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '../platform/refusal.ts';
import type { EventFeed } from './event-feed.ts';
import { SESSION_COOKIE, type Session, type Sessions } from '../platform/sessions.ts';

/** Keeps proxies from closing a quiet stream, and finds out that a session is over. */
const BEAT_MS = 15_000;

export function mountRealtime(
  app: FastifyInstance,
  { sessions, feed }: { sessions: Sessions; feed: EventFeed },
): void {
  const open = new Set<() => void>();
  app.addHook('preClose', async () => {
    for (const close of open) close();
  });
  app.get(
    API_BASE_PATH + events.streamEvents.path,
    { config: { call: 'streamEvents' } },
    async (request, reply) => {
      const token = request.cookies[SESSION_COOKIE];
      const session = token ? await sessions.look(token) : undefined;
      if (!token || !session) throw new Refusal('SESSION_EXPIRED');
      const after = resumeFrom(request);
      const stream = new Stream(reply);
      const close = follow(stream, feed, session, () => sessions.look(token));
      open.add(close);
      stream.onClose(() => {
        open.delete(close);
        close();
      });
      await greet(stream, feed, session, after);
      return reply;
    },
  );
}

function resumeFrom(request: FastifyRequest): string | undefined {
  const { after } = request.query as { after?: string };
  const given = request.headers['last-event-id'] ?? after;
  return typeof given === 'string' && /^\d{1,20}$/.test(given) ? given : undefined;
}

class Stream {
  private readonly raw: FastifyReply['raw'];

  constructor(reply: FastifyReply) {
    reply.hijack();
    this.raw = reply.raw;
    this.raw.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    });
    this.raw.flushHeaders();
  }

  send(event: string, data: unknown, id: string): void {
    this.raw.write(`id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
  }
  /** Without an id: nobody resumes after it. */
  mention(event: string, data: unknown): void {
    this.raw.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
  }
  beat(): void {
    this.raw.write(': beat\n\n');
  }
  end(): void {
    this.raw.end();
  }
  onClose(listener: () => void): void {
    this.raw.on('close', listener);
  }
}

/** Listening starts before the past is read, so that nothing falls between the two. */
function follow(
  stream: Stream,
  feed: EventFeed,
  session: Session,
  lookAgain: () => Promise<Session | undefined>,
): () => void {
  const close = (): void => {
    clearInterval(timer);
    remove();
    stream.end();
  };
  const remove = feed.add({
    actor: session.actor,
    tell: (notice: ChangeNotice, horizon) => {
      stream.send('change', notice, horizon);
      // This very person's session ended, perhaps in another tab: see whether it is this one.
      if (notice.changes.includes('session')) void endIfChanged();
    },
    tellTyping: (notice) => stream.mention('typing', notice),
  });
  const endIfChanged = async (): Promise<void> => {
    const now = await lookAgain().catch(() => session);
    if (!now || stampOf(now) !== stampOf(session)) close();
  };
  const timer = setInterval(() => {
    stream.beat();
    void endIfChanged();
  }, BEAT_MS);
  return close;
}

const stampOf = ({ scope }: Session): string => (scope.kind === 'session' ? scope.stamp : '');

async function greet(
  stream: Stream,
  feed: EventFeed,
  session: Session,
  after: string | undefined,
): Promise<void> {
  const horizon = await feed.currentHorizon();
  if (after === undefined) {
    stream.send('ready', {}, horizon);
    return;
  }
  const missed = await feed.since(after, session.actor);
  if (!missed) stream.send('reset', {}, horizon);
  for (const notice of missed ?? []) stream.send('change', notice, after);
  stream.send('ready', {}, horizon);
}
