/**
 * The WOPI host: where the office server fetches and saves a document. Not calls of the contract, because WOPI
 * defines them. A request has no session cookie; its token names the session for which it acts.
 */
import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { z } from 'zod';
import { OFFICE_EDIT_MAX_BYTES } from '@cairn/contract/file-terms';
import type { MaintenanceWatch } from '../modules/maintenance/index.ts';
import {
  isOf,
  OfficeConflict,
  readOfficeToken,
  type OfficeCaller,
  type OfficeEditor,
  type OfficeHost,
} from '../modules/documents/index.ts';
import type { MemoryRateLimit } from '../platform/memory-rate-limit.ts';
import { ApiError } from '../platform/api-error.ts';
import { SessionOver } from '../platform/db/db.ts';
import { logSecurityEvent } from '../platform/security-events.ts';
import type { Sessions } from '../platform/sessions.ts';

interface Deps {
  readonly office: OfficeEditor;
  readonly host: OfficeHost;
  readonly secretKey: string;
  readonly sessions: Sessions;
  readonly accountRate: MemoryRateLimit;
  readonly maintenance: MaintenanceWatch;
}

const FILE = '/api/wopi/files/:id';
const MAX_LOCK = 1024;
/** How long the office server waits before it retries. */
const RETRY_SECONDS = '5';
const byId = z.object({ id: z.uuid() });

/** Thrown with the status that WOPI defines for it. */
class Refused extends Error {
  readonly status: number;
  constructor(status: number) {
    super(`WOPI ${status}`);
    this.status = status;
  }
}

function headerOf(request: Pick<FastifyRequest, 'headers'>, name: string): string | undefined {
  const value = request.headers[name];
  return typeof value === 'string' ? value : undefined;
}

function lockIn(request: FastifyRequest, name = 'x-wopi-lock'): string {
  const lock = headerOf(request, name) ?? '';
  if (lock === '' || lock.length > MAX_LOCK) throw new Refused(400);
  return lock;
}

/** Time limit for receiving a save, because a process handles only a few at a time. */
const RECEIVE_MS = 15_000;

/** Called when the caller is known, so that a stranger cannot make the server buffer bytes. */
export async function receive(
  request: Pick<FastifyRequest, 'headers'> & { raw: Readable },
  withinMs = RECEIVE_MS,
): Promise<Buffer> {
  const contentLength = Number(headerOf(request, 'content-length') ?? 0);
  if (contentLength > OFFICE_EDIT_MAX_BYTES) throw new Refused(413);
  const chunks: Buffer[] = [];
  let size = 0;
  const tooSlow = setTimeout(() => request.raw.destroy(new Refused(408)), withinMs);
  try {
    for await (const chunk of request.raw as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > OFFICE_EDIT_MAX_BYTES) throw new Refused(413);
      chunks.push(chunk);
    }
  } finally {
    clearTimeout(tooSlow);
  }
  return Buffer.concat(chunks);
}

const STATUS: Partial<Record<ApiError['code'], number>> = {
  // The same status for a missing document and for one that the caller may not edit.
  UNAUTHORIZED: 404,
  FILE_NOT_CLEAN: 503,
  FILE_TOO_LARGE: 413,
  FILE_CHANGED: 409,
  UPLOAD_QUOTA: 429,
};

function answerFailure(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (error instanceof Refused) return reply.code(error.status).send();
  if (error instanceof SessionOver) return reply.code(401).send();
  if (error instanceof OfficeConflict) {
    return reply
      .code(409)
      .headers({ 'x-wopi-lock': error.lock, 'x-wopi-lockfailurereason': error.message })
      .send();
  }
  if (!(error instanceof ApiError)) throw error;
  const status = STATUS[error.code] ?? error.status;
  if (status === 503) void reply.header('retry-after', RETRY_SECONDS);
  if (status >= 500 && status !== 503) request.log.error({ err: error }, 'call failed');
  return reply
    .code(status)
    .headers({ ...error.headers })
    .send();
}

export async function mountOfficeHost(app: FastifyInstance, deps: Deps): Promise<void> {
  const { office, host, secretKey, sessions, accountRate, maintenance } = deps;

  /** The user and document for which the office server acts. */
  const admit = async (request: FastifyRequest): Promise<{ caller: OfficeCaller; id: string }> => {
    const { data: params } = byId.safeParse(request.params);
    if (!params) throw new Refused(404);
    const { access_token: token } = request.query as { access_token?: unknown };
    const read =
      typeof token === 'string' ? readOfficeToken(secretKey, params.id, token) : undefined;
    const refuse = (): Refused => {
      logSecurityEvent(request.log as Logger, 'authorization.refused', {
        address: request.ip,
        accountId: read?.accountId,
        reason: 'OFFICE_EDITOR',
      });
      return new Refused(401);
    };
    if (!read) throw refuse();
    const isProven = await office.isProven(request.url, {
      accessToken: token as string,
      timestamp: headerOf(request, 'x-wopi-timestamp'),
      proof: headerOf(request, 'x-wopi-proof'),
      oldProof: headerOf(request, 'x-wopi-proofold'),
    });
    if (!isProven) throw refuse();
    const session = await sessions.lookByHash(Buffer.from(read.session, 'hex'));
    // The user has logged out or changed roles since.
    if (!session || !isOf(read, session.actor)) throw new Refused(401);
    if (maintenance.isOn() && session.actor.roleLevel !== 'ADMIN') throw maintenance.refusal();
    accountRate.take(session.actor.accountId, 1);
    request.accountId = session.actor.accountId;
    const { pageOrigin, version } = read;
    return { caller: { ...session, pageOrigin, recordedVersion: version }, id: params.id };
  };

  type Operation = (
    caller: OfficeCaller,
    id: string,
    request: FastifyRequest,
    reply: FastifyReply,
  ) => Promise<void>;
  const takeLock: Operation = (caller, id, request) =>
    headerOf(request, 'x-wopi-oldlock') === undefined
      ? host.lock(caller, id, lockIn(request))
      : host.replaceLock(caller, id, lockIn(request), lockIn(request, 'x-wopi-oldlock'));
  const getLock: Operation = async (caller, id, _, reply) => {
    void reply.header('x-wopi-lock', await host.heldLock(caller, id));
  };
  const OPERATIONS = new Map<string, Operation>([
    ['LOCK', takeLock],
    ['GET_LOCK', getLock],
    ['REFRESH_LOCK', (caller, id, request) => host.refreshLock(caller, id, lockIn(request))],
    ['UNLOCK', (caller, id, request) => host.unlock(caller, id, lockIn(request))],
  ]);

  type Answer = (
    caller: OfficeCaller,
    id: string,
    request: FastifyRequest,
    reply: FastifyReply,
  ) => Promise<FastifyReply>;
  const answering =
    (answer: Answer) =>
    async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
      try {
        const { caller, id } = await admit(request);
        return await answer(caller, id, request, reply);
      } catch (error) {
        return answerFailure(error, request, reply);
      }
    };

  await app.register(async (own) => {
    own.removeAllContentTypeParsers();
    // No body is read before the caller is known.
    own.addContentTypeParser('*', (_request, _payload, done) => done(null));

    own.get(
      FILE,
      answering(async (caller, id, _, reply) => reply.send(await host.describe(caller, id))),
    );
    own.post(
      FILE,
      answering(async (caller, id, request, reply) => {
        const operation = OPERATIONS.get(headerOf(request, 'x-wopi-override') ?? '');
        // An office server may not create other files, rename or delete.
        if (!operation) throw new Refused(501);
        await operation(caller, id, request, reply);
        return reply.code(200).send();
      }),
    );
    own.get(
      `${FILE}/contents`,
      answering(async (caller, id, _, reply) => {
        const { content, size, version } = await host.read(caller, id);
        return reply
          .headers({
            'content-type': 'application/octet-stream',
            'content-length': String(size),
            'x-wopi-itemversion': String(version),
          })
          .send(content);
      }),
    );
    own.post(
      `${FILE}/contents`,
      answering(async (caller, id, request, reply) => {
        if (headerOf(request, 'x-wopi-override') !== 'PUT') throw new Refused(501);
        const lock = headerOf(request, 'x-wopi-lock') ?? '';
        const { version } = await host.save(caller, id, lock, () => receive(request));
        return reply
          .header('x-wopi-itemversion', String(version))
          .send({ LastModifiedTime: new Date().toISOString() });
      }),
    );
  });
}
