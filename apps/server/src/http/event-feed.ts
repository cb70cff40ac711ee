/**
 * Reads new events once for the whole process and passes them to the open streams, each only what its person may see.
 *
 * A transaction that began earlier may commit later, so "everything after the last one I saw" would skip it. The feed
 * therefore keeps the snapshot of its last poll: new are the events that this snapshot did not see, which are all
 * positions from the snapshot's end on, and those of transactions that were in progress (event-cursor.ts). Each poll
 * reads only new events, in pages, even while a transaction stays open for long. A browser's Last-Event-ID is such a
 * cursor: after a reconnect it may get an event twice, but misses none.
 */
import type { ChangeNotice, EphemeralNotices, RoleLevel, Tag } from '@cairn/contract';
import pg from 'pg';
import type { Logger } from 'pino';
import type { Actor } from '../platform/actor.ts';
import type { Bus } from '../platform/bus.ts';
import { poolOptions, QUERY_TIMEOUT_MS } from '../platform/db/connection-options.ts';
import { PLATFORM_COMPANY } from '../platform/ids.ts';
import { cursorOfSnapshot, formatCursor, parseCursor, type EventCursor } from './event-cursor.ts';

const LOOK_EVERY_MS = 2000;
const MAX_PAGE = 500;
const MAX_REPLAY = 1000;
/** For a person with roles at several lenders; with more than this, their pages refetch. */
const MAX_REPLAY_COMPANIES = 50;
/** Shorter than the time for which events are kept. */
const MAX_REPLAY_SECONDS = 12 * 3600;

interface EventRow {
  id: string;
  position: string;
  kind: string;
  company_id: string;
  loan_id: string | null;
  account_id: string | null;
  staff_only: boolean;
  changes: Tag[];
}

interface Clock {
  snapshot: string;
  shift: string;
  base: string;
}

export interface Listener {
  readonly actor: Actor;
  /** `cursor` is where to resume if the stream breaks after this notice; absent while more of the same poll follows. */
  tell(notice: ChangeNotice, cursor?: string): void;
  /** The missed events cannot be determined: the page must refetch everything. */
  reset?(cursor: string): void;
  /** A command ended sessions, and does not say whose. */
  sessionsEnded?(): void;
  /** Another user is typing in a conversation with this user, or reviews the same loan. */
  tellEphemeral?<Event extends keyof EphemeralNotices>(
    event: Event,
    notice: EphemeralNotices[Event],
  ): void;
}

/** The recipients and content of an ephemeral notice. */
interface EphemeralNotice {
  to: string[];
  event: keyof EphemeralNotices;
  notice: EphemeralNotices[keyof EphemeralNotices];
}

const COLUMNS =
  'event.id, event.position, event.kind, event.company_id, event.loan_id, event.account_id, event.staff_only, event.changes';
const CLOCK = 'select pg_current_snapshot()::text as snapshot, shift, base from event_clock';

/**
 * One page of unseen events: late positions ($1) after the row ($2, $3), then positions after the row ($4, $5). $6 is
 * the snapshot of the first page. The left join returns the clock even if there is no event.
 */
const page = (unseen: string): string => `(select ${COLUMNS} from event
    where ${unseen} and ($6::pg_snapshot is null
      or pg_visible_in_snapshot((event.position - clock.shift)::text::xid8, $6::pg_snapshot))
    order by event.position, event.id limit ${MAX_PAGE})`;
const after = (position: string, id: string): string =>
  `(event.position, event.id) > (${position}::bigint, ${id}::uuid)`;
export const NEW_EVENTS = `select clock.snapshot, clock.shift, clock.base, fresh.* from (${CLOCK}) clock
  left join lateral (
    select * from (
      ${page(`event.position = any($1::bigint[]) and ${after('$2', '$3')}`)}
      union all ${page(after('$4', '$5'))}
    ) both_parts order by position, id limit ${MAX_PAGE}
  ) fresh on true
  order by fresh.position, fresh.id`;

/** $1 and $2 are the cursor's next and late, $3 the caller, $4 the companies whose events they may see. */
const replayQuery = (unseen: string): string => `
  select own.* from (select ${COLUMNS} from event
    where event.account_id = $3::uuid and ${unseen} order by event.position limit ${MAX_REPLAY + 1}) own
  union all
  select shared.* from unnest($4::uuid[]) company cross join lateral (select ${COLUMNS} from event
    where event.company_id = company and event.account_id is null and ${unseen}
    order by event.position limit ${MAX_REPLAY + 1}) shared`;
export const MISSED_EVENTS = `select * from (
    ${replayQuery('event.position >= $1::bigint')} union all ${replayQuery('event.position = any($2::bigint[])')}
  ) missed order by position, id limit ${MAX_REPLAY + 1}`;
/**
 * For the operator, who sees events of every company. The limit applies before other people's own events are left
 * out, so that those count as read.
 */
export const MISSED_EVENTS_OF_ALL = `select * from (
    (select ${COLUMNS} from event where event.position >= $1::bigint
      order by event.position, event.id limit ${MAX_REPLAY + 1})
    union all select ${COLUMNS} from event where event.position = any($2::bigint[])
  ) missed order by position, id limit ${MAX_REPLAY + 1}`;

/** The company is part of the condition because the index of loan_role begins with it. */
export const ROLES_ON_LOANS = `select role.loan_id, role.account_id,
    array_agg(distinct app.level_of(role.role)) as levels
  from unnest($1::uuid[], $2::uuid[]) loan (company_id, id)
  join loan_role role on role.company_id = loan.company_id and role.loan_id = loan.id
  group by role.loan_id, role.account_id`;

interface Row {
  readonly position: bigint;
  readonly id: string;
}
/** Sorts before the first row of a position, because no event has this id. */
const startOf = (position: bigint): Row => ({ position, id: PLATFORM_COMPANY });

export class EventFeed {
  private readonly pool: pg.Pool;
  private readonly log: Logger;
  private readonly listeners = new Listeners();
  private seen: EventCursor = { next: 0n, late: [], at: 0 };
  private base = '0';
  private timer: NodeJS.Timeout | undefined;
  private bus: Bus | undefined;
  private stopListening: (() => void)[] = [];
  private running: Promise<void> | undefined;
  private again = false;
  private stopped = false;
  private lookedAt = Date.now();
  private readonly looked: ((seconds: number) => void) | undefined;

  /** Calls `looked` with the duration of each poll. */
  constructor(options: { url: string; log: Logger; looked?: (seconds: number) => void }) {
    this.looked = options.looked;
    this.pool = new pg.Pool({
      ...poolOptions(options.url),
      query_timeout: QUERY_TIMEOUT_MS,
      max: 2,
    });
    this.pool.on('error', () => {});
    this.pool.on('connect', (client) => client.on('error', () => {}));
    this.log = options.log;
  }

  async start(bus: Bus): Promise<void> {
    await this.startFromNow();
    this.bus = bus;
    this.stopListening = [
      bus.onWake(() => this.look()),
      bus.onEphemeral((text) => this.passOn(JSON.parse(text) as EphemeralNotice)),
      bus.onSessionsEnded(() => {
        for (const listener of this.listeners.all) listener.sessionsEnded?.();
      }),
    ];
    this.timer = setInterval(() => this.look(), LOOK_EVERY_MS);
  }

  /** After a restore into another cluster: positions from here on are above all stored ones. */
  private async startFromNow(): Promise<void> {
    await this.pool.query('select app.adopt_events()');
    const clock = await this.readClock();
    this.base = clock.base;
    this.seen = cursorOfSnapshot(clock.snapshot, clock.shift);
  }

  private async readClock(): Promise<Clock> {
    const { rows } = await this.pool.query<Clock>({ name: 'clock', text: CLOCK });
    return rows[0]!;
  }

  /** The cursor for a page that loads now. */
  async currentCursor(): Promise<string> {
    const { snapshot, shift } = await this.readClock();
    return formatCursor(cursorOfSnapshot(snapshot, shift));
  }

  /** The cursor after all events that were passed on so far. */
  get position(): string {
    return formatCursor(this.seen);
  }

  /** Subscribes from now on; earlier events are read with `since`. Returns a function that unsubscribes. */
  add(listener: Listener): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Seconds since the feed last read all new events; it polls every two seconds. */
  get lagSeconds(): number {
    return Math.max(0, (Date.now() - this.lookedAt - LOOK_EVERY_MS) / 1000);
  }

  get size(): number {
    return this.listeners.all.size;
  }

  /**
   * The events that this person missed, at most 1,000 of their companies. Undefined if there are too many, they are
   * too old, or the cursor is from another database; then the page must refetch everything.
   */
  async since(text: string, actor: Actor): Promise<ChangeNotice[] | undefined> {
    const cursor = parseCursor(text);
    if (!cursor) return undefined;
    const clock = await this.readClock();
    const now = cursorOfSnapshot(clock.snapshot, clock.shift);
    if (cursor.next < BigInt(clock.base) || cursor.next > now.next) return undefined;
    if (now.at - cursor.at > MAX_REPLAY_SECONDS) return undefined;
    const rows = await this.missed(cursor, actor);
    if (!rows || rows.length > MAX_REPLAY) return undefined;
    const standings = await this.rolesOn(rows);
    return rows.filter((row) => maySee(actor, row, standings)).map(notice);
  }

  private async missed(cursor: EventCursor, actor: Actor): Promise<EventRow[] | undefined> {
    const unseen = [cursor.next, cursor.late];
    if (actor.companyId === null && actor.roleLevel === 'ADMIN') {
      const { rows } = await this.pool.query<EventRow>({
        name: 'missed-of-all',
        text: MISSED_EVENTS_OF_ALL,
        values: unseen,
      });
      return rows;
    }
    const companies = await this.companiesOf(actor);
    if (companies.length > MAX_REPLAY_COMPANIES) return undefined;
    const { rows } = await this.pool.query<EventRow>({
      name: 'missed',
      text: MISSED_EVENTS,
      values: [...unseen, actor.accountId, [...companies, PLATFORM_COMPANY]],
    });
    return rows;
  }

  private async companiesOf(actor: Actor): Promise<string[]> {
    if (actor.companyId !== null) return [actor.companyId];
    const { rows } = await this.pool.query<{ company_id: string }>({
      name: 'companies',
      text: `select distinct company_id from loan_role where account_id = $1
        limit ${MAX_REPLAY_COMPANIES + 1}`,
      values: [actor.accountId],
    });
    return rows.map(({ company_id }) => company_id);
  }

  /** Sends to the open streams of these people in any process; stored nowhere. */
  async publishEphemeral<Event extends keyof EphemeralNotices>(
    to: string[],
    event: Event,
    notice: EphemeralNotices[Event],
  ): Promise<void> {
    if (to.length > 0) await this.bus?.publishEphemeral(JSON.stringify({ to, event, notice }));
  }

  private passOn({ to, event, notice }: EphemeralNotice): void {
    for (const accountId of new Set(to)) {
      for (const listener of this.listeners.ofAccount(accountId)) {
        listener.tellEphemeral?.(event, notice);
      }
    }
  }

  private look(): void {
    if (this.stopped) return;
    if (this.running) {
      this.again = true;
      return;
    }
    this.running = this.lookOnce()
      .catch((error: unknown) =>
        this.log.warn(
          { err: error },
          'event feed: cannot read new events; open pages are not updated until a later poll succeeds',
        ),
      )
      .finally(() => {
        this.running = undefined;
        if (this.again) {
          this.again = false;
          this.look();
        }
      });
  }

  private async lookOnce(): Promise<void> {
    const began = performance.now();
    await this.handOut();
    this.lookedAt = Date.now();
    this.looked?.((performance.now() - began) / 1000);
  }

  /** Passes on, page by page, the events that this poll's snapshot sees and the last one's did not. */
  private async handOut(): Promise<void> {
    let last = startOf(-1n);
    let first: Clock | undefined;
    for (;;) {
      const rows = await this.readPage(last, first?.snapshot);
      first ??= rows[0]!;
      const cursor = cursorOfSnapshot(first.snapshot, first.shift);
      if (this.isOtherCluster(first, cursor)) return this.startOver();
      const fresh = rows.filter((row) => row.id !== null);
      const isLast = fresh.length < MAX_PAGE;
      await this.tellAll(fresh, isLast ? formatCursor(cursor) : undefined);
      if (isLast) {
        this.seen = cursor;
        return;
      }
      const { position, id } = fresh.at(-1)!;
      last = { position: BigInt(position), id };
    }
  }

  private async readPage(last: Row, snapshot: string | undefined): Promise<(Clock & EventRow)[]> {
    const { next, late } = this.seen;
    // Late positions come first: after a page that ends beyond them, none are left.
    const start = last.position < next ? startOf(next) : last;
    const { rows } = await this.pool.query<Clock & EventRow>({
      name: 'new-events',
      text: NEW_EVENTS,
      values: [
        last.position < next ? late : [],
        last.position,
        last.id,
        start.position,
        start.id,
        snapshot ?? null,
      ],
    });
    return rows;
  }

  /** Whether the database behind the connection was replaced, with or without another process having adopted it. */
  private isOtherCluster(clock: Clock, cursor: EventCursor): boolean {
    return clock.base !== this.base || cursor.next < this.seen.next;
  }

  private async startOver(): Promise<void> {
    this.log.warn('event feed: the database was replaced; open pages are told to refetch');
    await this.startFromNow();
    const cursor = this.position;
    for (const listener of this.listeners.all) listener.reset?.(cursor);
  }

  private async tellAll(events: EventRow[], cursor: string | undefined): Promise<void> {
    const standings = this.listeners.byRole.size > 0 ? await this.rolesOn(events) : new Map();
    const noticesByListener = new Map<Listener, ChangeNotice[]>();
    for (const event of events) {
      for (const listener of this.listeners.candidates(event, standings)) {
        if (!maySee(listener.actor, event, standings)) continue;
        const notices = noticesByListener.get(listener);
        if (notices) notices.push(notice(event));
        else noticesByListener.set(listener, [notice(event)]);
      }
    }
    // Only the last notice has the cursor: a stream that breaks before it resumes before all of them.
    for (const [listener, notices] of noticesByListener) {
      for (const [index, each] of notices.entries()) {
        listener.tell(each, index === notices.length - 1 ? cursor : undefined);
      }
    }
  }

  /** Reads who holds a role on the affected loans at the time of delivery, so that a removal takes effect at once. */
  private async rolesOn(events: EventRow[]): Promise<Standings> {
    const loans = new Map<string, string>();
    for (const { loan_id, company_id, account_id } of events) {
      if (loan_id !== null && account_id === null) loans.set(loan_id, company_id);
    }
    const standings = new Map<string, Map<string, RoleLevel[]>>();
    if (loans.size === 0) return standings;
    const { rows } = await this.pool.query<{
      loan_id: string;
      account_id: string;
      levels: RoleLevel[];
    }>({
      name: 'roles',
      text: ROLES_ON_LOANS,
      values: [[...loans.values()], [...loans.keys()]],
    });
    for (const { loan_id, account_id, levels } of rows) {
      const people = standings.get(loan_id);
      if (people) people.set(account_id, levels);
      else standings.set(loan_id, new Map([[account_id, levels]]));
    }
    return standings;
  }

  async stop(): Promise<void> {
    this.stopped = true;
    clearInterval(this.timer);
    for (const stop of this.stopListening) stop();
    await this.running;
    await this.pool.end();
  }
}

/**
 * Indexes listeners by what they may see, so that an event costs as much as it has listeners, not as there are
 * streams.
 */
class Listeners {
  readonly all = new Set<Listener>();
  /** People outside a company's staff, who see events of the loans on which they hold a role. */
  readonly byRole = new Set<Listener>();
  private readonly operators = new Set<Listener>();
  private readonly staff = new Map<string, Set<Listener>>();
  private readonly accounts = new Map<string, Set<Listener>>();

  add(listener: Listener): void {
    const { actor } = listener;
    this.all.add(listener);
    addToSet(this.accounts, actor.accountId, listener);
    if (actor.companyId !== null) addToSet(this.staff, actor.companyId, listener);
    else if (actor.roleLevel === 'ADMIN') this.operators.add(listener);
    else this.byRole.add(listener);
  }

  delete(listener: Listener): void {
    const { actor } = listener;
    this.all.delete(listener);
    take(this.accounts, actor.accountId, listener);
    if (actor.companyId !== null) take(this.staff, actor.companyId, listener);
    this.operators.delete(listener);
    this.byRole.delete(listener);
  }

  ofAccount(accountId: string): Iterable<Listener> {
    return this.accounts.get(accountId) ?? [];
  }

  /** A superset of the listeners who may see the event; maySee decides. */
  *candidates(event: EventRow, standings: Standings): Iterable<Listener> {
    if (isEverybodys(event)) return yield* this.all;
    if (event.account_id !== null) return yield* this.ofAccount(event.account_id);
    yield* this.staff.get(event.company_id) ?? [];
    yield* this.operators;
    for (const accountId of standings.get(event.loan_id ?? '')?.keys() ?? []) {
      for (const listener of this.ofAccount(accountId)) {
        if (this.byRole.has(listener)) yield listener;
      }
    }
  }
}

function addToSet<Key, Value>(sets: Map<Key, Set<Value>>, key: Key, value: Value): void {
  const set = sets.get(key);
  if (set) set.add(value);
  else sets.set(key, new Set([value]));
}

function take<Key, Value>(sets: Map<Key, Set<Value>>, key: Key, value: Value): void {
  const set = sets.get(key);
  set?.delete(value);
  if (set?.size === 0) sets.delete(key);
}

/** The role levels that people hold, by loan and person. */
type Standings = ReadonlyMap<string, ReadonlyMap<string, readonly RoleLevel[]>>;

function maySee(actor: Actor, event: EventRow, standings: Standings): boolean {
  if (isEverybodys(event)) return true;
  if (event.account_id !== null) return event.account_id === actor.accountId;
  if (actor.companyId !== null) return actor.companyId === event.company_id;
  if (actor.roleLevel === 'ADMIN') return true;
  // Only the logged role counts: a borrower gets no events of loans on which they are a lender.
  const levels = standings.get(event.loan_id ?? '')?.get(actor.accountId) ?? [];
  if (!levels.includes(actor.roleLevel)) return false;
  return actor.roleLevel === 'LENDER' || !event.staff_only;
}

/** Maintenance windows concern every open page of every company. */
const isEverybodys = ({ company_id, kind }: EventRow): boolean =>
  company_id === PLATFORM_COMPANY && kind.startsWith('maintenance.');

const notice = ({ id, kind, loan_id, changes }: EventRow): ChangeNotice => ({
  id,
  kind,
  loanId: loan_id,
  changes,
});
