/** Finds the session for the secrets of a call. The session then acts for one company, on its own files only. */
import { hashToken } from '../../platform/crypto.ts';
import { anonymous, type Db, type Queries, type Scope, type Tx } from '../../platform/db/db.ts';
import { ApiError } from '../../platform/api-error.ts';
import type { HttpContext } from '../../platform/handler.ts';
import { findByToken, findLink, findSession, lockSession, type SessionRow } from './store.ts';

export interface OpenedSession {
  readonly session: SessionRow;
  readonly scope: Scope;
  readonly reads: Queries;
}

export const scopeOf = (companyId: string, http: HttpContext): Scope => ({
  kind: 'company',
  companyId,
  sourceAddress: http.networkAddress,
});

/** NOT_FOUND for an unknown id and for one of another browser, so that the two cannot be distinguished. */
export async function findOwnSession(
  db: Db,
  http: HttpContext,
  token: string,
): Promise<OpenedSession> {
  const hashes = { token: hashToken(token), browser: hashToken(http.guestToken ?? '') };
  const own = await findByToken(db.reads(anonymous), hashes);
  if (!own) throw new ApiError('NOT_FOUND');
  const scope = scopeOf(own.company_id, http);
  const reads = db.reads(scope);
  const session = await findSession(reads, own.company_id, own.id);
  if (!session) throw new ApiError('NOT_FOUND');
  return { session, scope, reads };
}

/** Like findOwnSession, for a session that has not ended. */
export async function findLiveSession(
  db: Db,
  http: HttpContext,
  token: string,
): Promise<OpenedSession> {
  const own = await findOwnSession(db, http, token);
  if (own.session.is_over) throw new ApiError('UPLOAD_SESSION_ENDED');
  return own;
}

/** Locks the session and checks it again, because it may have ended meanwhile. */
export async function lockLiveSession(tx: Tx, { company_id, id }: SessionRow): Promise<SessionRow> {
  const session = await lockSession(tx, company_id, id);
  if (!session) throw new ApiError('NOT_FOUND');
  if (session.is_over) throw new ApiError('UPLOAD_SESSION_ENDED');
  return session;
}

export async function linkBy(reads: Queries, code: string) {
  const link = await findLink(reads, code);
  if (!link) throw new ApiError('NOT_FOUND');
  return link;
}
