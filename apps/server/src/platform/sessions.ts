import { sql } from 'kysely';
import type { Actor } from './actor.ts';
import { hashToken } from './crypto.ts';
import { anonymous, type Db, type Scope } from './db/db.ts';
import { prepareQuery, query } from './db/query.ts';

export interface CookieNames {
  readonly session: string;
  /** Identifies a known device, bound to the people who logged in from it. */
  readonly device: string;
  /** Identifies the browser that requested an email code: the code works only there. */
  readonly browser: string;
  /** Identifies the browser of an upload session without an account: the session works only there. */
  readonly guest: string;
}

/**
 * Over https, cookies have the `__Host-` prefix: browsers accept them only from this host itself, over https and for
 * all paths, so that no sister subdomain can plant one. Not possible for development over http.
 */
export function cookieNames({ protocol }: Pick<URL, 'protocol'>): CookieNames {
  const prefix = protocol === 'https:' ? '__Host-' : '';
  return {
    session: `${prefix}cairn-session`,
    device: `${prefix}cairn-device`,
    browser: `${prefix}cairn-browser`,
    guest: `${prefix}cairn-guest`,
  };
}

const TOKENS_AT_ONCE = 1000;

export interface Session {
  readonly actor: Actor;
  readonly scope: Scope;
}

/** What tells whether a session is still the one that was seen, and when it ends unless it is used. */
export interface LiveSession {
  readonly stamp: string;
  readonly secondsLeft: number;
}

const byToken = prepareQuery((params: { tokenHash: Buffer }) =>
  query
    .selectFrom('session')
    .select(['account_id', 'company_id', 'role_level', 'stamp'])
    .where('token_hash', '=', params.tokenHash)
    .where('ends_at', '>', sql<string>`now()`)
    .where('last_seen_at', '>', sql<string>`now() - idle`),
);

const liveByToken = prepareQuery((params: { tokenHashes: Buffer[] }) =>
  query
    .selectFrom('session')
    .select([
      'token_hash',
      'stamp',
      sql<number>`extract(epoch from least(ends_at, last_seen_at + idle) - now())::float8`.as(
        'left',
      ),
    ])
    .where('token_hash', '=', sql<Buffer>`any(${params.tokenHashes}::bytea[])`)
    .where('ends_at', '>', sql<string>`now()`)
    .where('last_seen_at', '>', sql<string>`now() - idle`),
);

/**
 * Caches sessions that this process has seen. The cache saves a round trip, never a check: the flush with the first
 * query also verifies the session and its stamp, so a session that ended or changed its rights a moment ago, in any
 * process, is refused.
 */
export class Sessions {
  private readonly db: Db;
  private readonly remembered = new Map<string, Session>();
  private static readonly most = 20_000;

  readonly cookies: CookieNames;

  constructor(db: Db, cookies: CookieNames) {
    this.db = db;
    this.cookies = cookies;
  }

  async find(token: string): Promise<Session | undefined> {
    return this.remembered.get(token) ?? this.look(token);
  }

  /** Reads the session from the database. */
  async look(token: string): Promise<Session | undefined> {
    const session = await this.lookByHash(hashToken(token));
    if (session) this.remember(token, session);
    return session;
  }

  /** For code that acts for a session and knows only the hash of its token. */
  async lookByHash(tokenHash: Buffer): Promise<Session | undefined> {
    const [row] = await this.db.reads(anonymous).run(byToken({ tokenHash }));
    if (!row) return undefined;
    return {
      actor: {
        accountId: row.account_id,
        companyId: row.company_id,
        roleLevel: row.role_level,
      },
      scope: { kind: 'session', tokenHash, stamp: row.stamp },
    };
  }

  /** The sessions that have not ended, by token; one query for 1,000 of them. */
  async liveOf(tokens: readonly string[]): Promise<Map<string, LiveSession>> {
    const byHash = new Map(
      tokens.map((token) => [hashToken(token).toString('hex'), token] as const),
    );
    const live = new Map<string, LiveSession>();
    const hashes = [...byHash.keys()];
    for (let from = 0; from < hashes.length; from += TOKENS_AT_ONCE) {
      const tokenHashes = hashes
        .slice(from, from + TOKENS_AT_ONCE)
        .map((hash) => Buffer.from(hash, 'hex'));
      for (const row of await this.db.reads(anonymous).run(liveByToken({ tokenHashes }))) {
        const token = byHash.get(Buffer.from(row.token_hash).toString('hex'))!;
        live.set(token, { stamp: row.stamp, secondsLeft: row.left });
      }
    }
    return live;
  }

  private remember(token: string, session: Session): void {
    // Drops the oldest entry: a Map keeps insertion order.
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
