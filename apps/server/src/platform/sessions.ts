import { sql } from 'kysely';
import type { Actor } from './actor.ts';
import { hashToken } from './crypto.ts';
import { anonymous, type Db, type Scope } from './db/db.ts';
import { prepareQuery, query } from './db/query.ts';

export interface CookieNames {
  readonly session: string;
  /** Known devices, each bound to the people who logged in from it. */
  readonly device: string;
  /** Email codes count only in the browser that asked for them: this identifies it. */
  readonly browser: string;
  /** An upload session without an account works only in the browser that has this. */
  readonly guest: string;
}

/**
 * Over https with the `__Host-` prefix: browsers then accept the cookie only from this host itself, over https and for
 * all paths, so that no sister subdomain can plant one. Development over http cannot have it.
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

const STAMPS_AT_ONCE = 1000;

export interface Session {
  readonly actor: Actor;
  readonly scope: Scope;
}

const byToken = prepareQuery((params: { tokenHash: Buffer }) =>
  query
    .selectFrom('session')
    .select(['account_id', 'company_id', 'role_level', 'stamp'])
    .where('token_hash', '=', params.tokenHash)
    .where('ends_at', '>', sql<string>`now()`)
    .where('last_seen_at', '>', sql<string>`now() - idle`),
);

const stampsByToken = prepareQuery((params: { tokenHashes: Buffer[] }) =>
  query
    .selectFrom('session')
    .select(['token_hash', 'stamp'])
    .where('token_hash', '=', sql<Buffer>`any(${params.tokenHashes}::bytea[])`)
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

  readonly cookies: CookieNames;

  constructor(db: Db, cookies: CookieNames) {
    this.db = db;
    this.cookies = cookies;
  }

  async find(token: string): Promise<Session | undefined> {
    return this.remembered.get(token) ?? this.look(token);
  }

  /** As the database has it now. */
  async look(token: string): Promise<Session | undefined> {
    const session = await this.lookByHash(hashToken(token));
    if (session) this.remember(token, session);
    return session;
  }

  /** For code that acts for a session and has only the hash of its token. */
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

  /** The stamps of those that are not over, by token: one query for 1,000 of them. */
  async stampsOf(tokens: readonly string[]): Promise<Map<string, string>> {
    const byHash = new Map(
      tokens.map((token) => [hashToken(token).toString('hex'), token] as const),
    );
    const stamps = new Map<string, string>();
    const hashes = [...byHash.keys()];
    for (let from = 0; from < hashes.length; from += STAMPS_AT_ONCE) {
      const tokenHashes = hashes
        .slice(from, from + STAMPS_AT_ONCE)
        .map((hash) => Buffer.from(hash, 'hex'));
      for (const row of await this.db.reads(anonymous).run(stampsByToken({ tokenHashes }))) {
        stamps.set(byHash.get(Buffer.from(row.token_hash).toString('hex'))!, row.stamp);
      }
    }
    return stamps;
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
