import { sql } from 'kysely';
import type { Actor } from './actor.ts';
import { hashToken } from './crypto.ts';
import { nobody, type Db, type Scope } from './db/db.ts';
import { prepared, query } from './db/query.ts';

export const SESSION_COOKIE = 'cairn-session';
/** Known devices, each bound to the people who logged in from it. */
export const DEVICE_COOKIE = 'cairn-device';
/** Codes by e-mail count only in the browser that asked for them: this tells it. */
export const BROWSER_COOKIE = 'cairn-browser';

export interface Session {
  readonly actor: Actor;
  readonly scope: Scope;
}

const byToken = prepared((params: { tokenHash: Buffer }) =>
  query
    .selectFrom('session')
    .select(['account_id', 'company_id', 'role_level', 'stamp'])
    .where('token_hash', '=', params.tokenHash)
    .where('ends_at', '>', sql<string>`now()`)
    .where('last_seen_at', '>', sql<string>`now() - idle`),
);

/**
 * Sessions this process has seen. Remembering one saves a round trip, never a check: the flush that
 * runs the first query also verifies the session and its stamp, so one that ended or changed its
 * rights a moment ago, in any process, is refused.
 */
export class Sessions {
  private readonly db: Db;
  private readonly remembered = new Map<string, Session>();
  private static readonly most = 20_000;

  constructor(db: Db) {
    this.db = db;
  }

  async find(token: string): Promise<Session | undefined> {
    return this.remembered.get(token) ?? this.look(token);
  }

  /** As the database has it now. */
  async look(token: string): Promise<Session | undefined> {
    const tokenHash = hashToken(token);
    const [row] = await this.db.reads(nobody).run(byToken({ tokenHash }));
    if (!row) return undefined;
    const session: Session = {
      actor: {
        accountId: row.account_id,
        companyId: row.company_id,
        roleLevel: row.role_level,
      },
      scope: { kind: 'session', tokenHash, stamp: row.stamp },
    };
    this.remember(token, session);
    return session;
  }

  private remember(token: string, session: Session): void {
    // The oldest goes first: a Map keeps the order of insertion.
    if (this.remembered.size >= Sessions.most) {
      this.remembered.delete(this.remembered.keys().next().value!);
    }
    this.remembered.set(token, session);
  }

  forget(token: string): void {
    this.remembered.delete(token);
  }

  forgetAll(): void {
    this.remembered.clear();
  }
}
