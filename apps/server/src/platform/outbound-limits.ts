/**
 * Counts everything that leaves: how many emails and text messages one recipient gets from all lenders together, one
 * person causes, and one lender sends. docs/operations/limits.md lists the limits.
 *
 * Budgets are separate, so that notifications never use up what a log-in code or a security notice needs, and codes,
 * which anyone may request, never use up what a security notice needs.
 */
import { createHmac } from 'node:crypto';
import type { Logger } from 'pino';
import { keyFor } from './crypto.ts';
import { anonymous, type Db, type Tx } from './db/db.ts';
import { prepareQuery, query } from './db/query.ts';
import { sql } from 'kysely';
import type { Window } from './rate-limit.ts';

export type Channel = 'EMAIL' | 'SMS';
/** CODE: one-time codes, which anyone may request. SECURITY: notices about an account. */
export type Budget = 'CODE' | 'SECURITY' | 'NOTIFICATION';

export interface Outbound {
  readonly channel: Channel;
  readonly budget: Budget;
  /**
   * A code for an upload without an account. Counted separately, so that strangers with a link cannot use up the
   * codes for logging in.
   */
  readonly isForUpload?: boolean;
  /** An email address, or a number in E.164. */
  readonly to: string;
  /** The company and person behind the message; absent for messages that the product sends by itself. */
  readonly companyId?: string | undefined;
  /** The person whose action caused it. */
  readonly senderId?: string | undefined;
}

const HOUR = 3600;
const DAY = 24 * HOUR;
const windows = (hourly: number, daily: number): readonly Window[] => [
  { most: hourly, seconds: HOUR },
  { most: daily, seconds: DAY },
];

export const OUTBOUND_LIMITS = {
  recipient: {
    EMAIL: {
      // 5 an hour for an address, at any time of day: a user under attack still gets an email with a working link.
      CODE: windows(15, 120),
      SECURITY: windows(30, 60),
      NOTIFICATION: windows(30, 100),
    },
    SMS: { CODE: windows(10, 20), SECURITY: windows(10, 20), NOTIFICATION: windows(10, 30) },
  },
  /** Codes for uploads without an account, for one address. */
  uploadCode: windows(10, 30),
  /** Notifications, emails and text messages together. */
  employee: windows(300, 1500),
  otherPerson: windows(20, 60),
  lender: windows(3000, 20_000),
} as const;

/** How often a notification is postponed before it is dropped. */
const MAX_DEFERRALS = 3;
const KEPT_DAYS = 30;

type LimitedBy = 'SENDER' | 'LENDER' | 'RECIPIENT';
export type Decision =
  | { outcome: 'ALLOWED' }
  | { outcome: 'DROPPED'; limitedBy: LimitedBy }
  | { outcome: 'DEFERRED'; limitedBy: LimitedBy; seconds: number };

interface Counted {
  limitedBy: LimitedBy;
  key: string;
  windows: readonly Window[];
}

export class OutboundLimits {
  private readonly db: Db;
  private readonly log: Logger;
  private readonly key: Buffer;
  private readonly factor: number;

  /** `factor` multiplies every limit, for a load test. */
  constructor(options: { db: Db; log: Logger; secretKey: string; factor: number }) {
    this.db = options.db;
    this.log = options.log;
    this.key = keyFor(options.secretKey, 'counts of what leaves');
    this.factor = options.factor;
  }

  /** Whether message `id` may be sent now. A repeated call for an allowed id counts nothing. */
  async take(id: string, outbound: Outbound): Promise<Decision> {
    const isEmployee = await this.isEmployee(outbound);
    const decision = await this.db.write(anonymous, (tx) =>
      this.decide(tx, id, outbound, isEmployee),
    );
    if (decision.outcome !== 'ALLOWED') {
      const { channel, budget, companyId, senderId } = outbound;
      this.log.warn(
        { id, channel, budget, companyId, senderId, ...decision },
        decision.outcome === 'DROPPED'
          ? 'outbound message dropped: a limit is reached'
          : 'outbound message deferred: a limit is reached',
      );
    }
    return decision;
  }

  private async decide(
    tx: Tx,
    id: string,
    outbound: Outbound,
    isEmployee: boolean,
  ): Promise<Decision> {
    const [before] = await tx.run(
      query
        .selectFrom('outbound_message')
        .select(['outcome', 'limited_by', 'deferrals'])
        .where('id', '=', id),
    );
    if (before?.outcome === 'ALLOWED') return { outcome: 'ALLOWED' };
    if (before?.outcome === 'DROPPED') {
      return { outcome: 'DROPPED', limitedBy: before.limited_by as LimitedBy };
    }
    const deferrals = before?.deferrals ?? 0;
    const reached = await this.count(tx, outbound, isEmployee);
    const decision = decisionFor(outbound, reached, deferrals);
    tx.atCommit(
      query
        .insertInto('outbound_message')
        .values({
          id,
          channel: outbound.channel,
          budget: outbound.budget,
          recipient: this.hash(recipientKey(outbound)),
          lender_id: outbound.companyId ?? null,
          sender_id: outbound.senderId ?? null,
          outcome: decision.outcome,
          limited_by: reached?.limitedBy ?? null,
          deferrals: decision.outcome === 'DEFERRED' ? 1 : 0,
        })
        .onConflict((conflict) =>
          conflict.column('id').doUpdateSet({
            outcome: decision.outcome,
            limited_by: reached?.limitedBy ?? null,
            deferrals: deferrals + (decision.outcome === 'DEFERRED' ? 1 : 0),
          }),
        ),
    );
    if (!before) tx.atCommit(sweep);
    return decision;
  }

  /**
   * Counts in each window until one is full. The sender is counted first: a message that its sender may not send does
   * not use up what the recipient may get from others.
   */
  private async count(
    tx: Tx,
    outbound: Outbound,
    isEmployee: boolean,
  ): Promise<{ limitedBy: LimitedBy; seconds: number } | undefined> {
    const counters = countersOf(outbound, isEmployee).flatMap(({ limitedBy, key, windows: all }) =>
      all.map((window) => ({ limitedBy, window, hash: this.hash(`${key} ${window.seconds}`) })),
    );
    const [full] = await tx.run(
      countOutbound({
        keys: counters.map(({ hash }) => hash),
        seconds: counters.map(({ window }) => window.seconds),
        most: counters.map(({ window }) => Math.ceil(window.most * this.factor)),
      }),
    );
    if (!full) return undefined;
    return { limitedBy: counters[full.reached - 1]!.limitedBy, seconds: full.left_seconds };
  }

  private async isEmployee({ companyId, senderId }: Outbound): Promise<boolean> {
    if (!companyId || !senderId) return false;
    const rows = await this.db
      .reads({ kind: 'company', companyId })
      .run(
        query
          .selectFrom('employee')
          .select('account_id')
          .where('company_id', '=', companyId)
          .where('account_id', '=', senderId),
      );
    return rows.length > 0;
  }

  private hash(text: string): Buffer {
    return createHmac('sha256', this.key).update(text).digest();
  }
}

/**
 * A late code is useless, so codes are dropped. A message over its sender's limit is dropped too, because the limit
 * is aimed at the sender.
 */
function decisionFor(
  { budget }: Outbound,
  reached: { limitedBy: LimitedBy; seconds: number } | undefined,
  deferrals: number,
): Decision {
  if (!reached) return { outcome: 'ALLOWED' };
  const { limitedBy, seconds } = reached;
  const isFinal = budget === 'CODE' || limitedBy === 'SENDER' || deferrals >= MAX_DEFERRALS;
  return isFinal ? { outcome: 'DROPPED', limitedBy } : { outcome: 'DEFERRED', limitedBy, seconds };
}

const recipientKey = ({ channel, to }: Outbound): string =>
  `${channel} ${channel === 'EMAIL' ? to.toLowerCase() : to}`;

/** Always in the same order, so that transactions that update the same counters cannot deadlock. */
function countersOf(outbound: Outbound, isEmployee: boolean): Counted[] {
  const { channel, budget, companyId, senderId, isForUpload } = outbound;
  if (isForUpload) {
    const key = `recipient of upload codes ${recipientKey(outbound)}`;
    return [{ limitedBy: 'RECIPIENT', key, windows: OUTBOUND_LIMITS.uploadCode }];
  }
  const recipient: Counted = {
    limitedBy: 'RECIPIENT',
    key: `recipient ${budget} ${recipientKey(outbound)}`,
    windows: OUTBOUND_LIMITS.recipient[channel][budget],
  };
  if (budget !== 'NOTIFICATION') return [recipient];
  const sender: Counted | undefined =
    senderId === undefined
      ? undefined
      : {
          limitedBy: 'SENDER',
          key: `sender ${senderId}`,
          windows: isEmployee ? OUTBOUND_LIMITS.employee : OUTBOUND_LIMITS.otherPerson,
        };
  const lender: Counted | undefined =
    companyId === undefined
      ? undefined
      : {
          limitedBy: 'LENDER',
          key: `lender ${companyId}`,
          windows: OUTBOUND_LIMITS.lender,
        };
  return [sender, lender, recipient].filter((each) => each !== undefined);
}

interface Full {
  reached: number;
  left_seconds: number;
}

const countOutbound = prepareQuery((p: { keys: Buffer[]; seconds: number[]; most: number[] }) =>
  query
    .selectFrom(
      sql<Full>`app.count_outbound(${p.keys}::bytea[], ${p.seconds}::int[], ${p.most}::bigint[])`.as<'full'>(
        sql`"full"`,
      ),
    )
    .selectAll('full'),
);

/** Deletes a few expired rows with each new one. */
const sweep = query.deleteFrom('outbound_message').where('id', 'in', (rows) =>
  rows
    .selectFrom('outbound_message')
    .select('id')
    .where('at', '<', sql<string>`now() - make_interval(days => ${KEPT_DAYS})`)
    .orderBy('at')
    .limit(5)
    .forUpdate()
    .skipLocked(),
);
