/**
 * What another cell may request with a statement of a person's home cell: which roles they have here, to let them in,
 * and to log them out. Not part of the contract; the router forwards nothing below /cells. Only in installations with
 * several cells.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { ROLE_LEVELS } from '@cairn/contract';
import { endFromHome, enterFromHome, lendersOf, presentSignedIn } from '../modules/auth/index.ts';
import { ApiError } from '../platform/api-error.ts';
import type { Cells } from '../platform/cells/cells.ts';
import type { Statement } from '../platform/cells/handoff.ts';
import type { WebConfig as Config } from '../platform/config.ts';
import { anonymous, type Db } from '../platform/db/db.ts';
import type { HttpContext } from '../platform/handler.ts';

const MAX_BODY_BYTES = 8192;
const schema = z.strictObject({
  statement: z.string().max(4096),
  role: z.strictObject({ roleLevel: z.enum(ROLE_LEVELS), companyId: z.uuid() }).optional(),
});

export interface EntranceDeps {
  readonly cells: Cells;
  readonly config: Config;
  readonly db: Db;
  readonly exchangeOf: (request: FastifyRequest, reply: FastifyReply) => HttpContext;
}

export function mountCellEntrance(app: FastifyInstance, deps: EntranceDeps): void {
  const { cells, config, db, exchangeOf } = deps;
  const requireStatement = async (body: unknown, use: Statement['use']) => {
    const { data: input } = schema.safeParse(body);
    const statement = input && (await cells.read(input.statement, use));
    if (!statement) throw new ApiError('UNAUTHORIZED');
    return { statement, role: input.role };
  };
  const options = { bodyLimit: MAX_BODY_BYTES };

  app.post('/cells/roles', options, async ({ body }) => {
    const { statement } = await requireStatement(body, 'list');
    return { roles: await lendersOf(db.reads(anonymous), statement.account.id) };
  });

  app.post('/cells/end', options, async ({ body }) => {
    const { statement } = await requireStatement(body, 'end');
    await db.write(anonymous, (tx) => endFromHome(tx, statement));
    return {};
  });

  app.post('/cells/enter', options, async (request, reply) => {
    const { statement, role } = await requireStatement(request.body, 'enter');
    const http = exchangeOf(request, reply);
    const signedIn = await db.write({ ...anonymous, sourceAddress: request.ip }, (tx) =>
      enterFromHome(tx, statement, { http, sessionIdleSeconds: config.sessionIdleSeconds }, role),
    );
    http.startSession(signedIn.token, signedIn.deviceToken);
    return presentSignedIn(signedIn).user;
  });
}
