/**
 * Reads new events once for the whole process and hands them to the open streams, each only what its
 * person may see.
 *
 * Events are numbered by the transaction that wrote them. A transaction that began earlier may commit
 * later, so "everything after the last one I saw" would skip it. The feed therefore remembers the
 * oldest transaction that was still running when it looked (the horizon), and looks again from there;
 * what it has already handed out since then is left out. A browser's Last-Event-ID is such a horizon:
 * after a gap it may hear something twice, and never misses anything.
 */
import type { ChangeNotice, RoleLevel, Tag, TypingNotice } from '@cairn/contract';
import pg from 'pg';
import type { Logger } from 'pino';
import type { Actor } from '../platform/actor.ts';
import type { Bus } from '../platform/bus.ts';
import { PLATFORM_COMPANY } from '../platform/ids.ts';

const LOOK_EVERY_MS = 2000;
const REPLAY_MOST = 1000;

interface EventRow {
  id: string;
  xid: string;
  kind: string;
  company_id: string;
  loan_id: string | null;
  account_id: string | null;
  staff_only: boolean;
  changes: Tag[];
}

export interface Listener {
  readonly actor: Actor;
  /** `horizon` is what to resume from if the stream breaks after this. */
  tell(notice: ChangeNotice, horizon: string): void;
  /** Somebody writes to this person. */
  tellTyping?(notice: TypingNotice): void;
}

/** Whom a whisper is for, and what it says. */
interface Whispered {
  to: string[];
  notice: TypingNotice;
}

const COLUMNS = 'id, xid::text, kind, company_id, loan_id, account_id, staff_only, changes';
const HORIZON = 'pg_snapshot_xmin(pg_current_snapshot())::text as horizon';

export class EventFeed {
  private readonly pool: pg.Pool;
  private readonly log: Logger;
  private readonly listeners = new Set<Listener>();
  private horizon = '0';
  private handedOut = new Map<string, string>();
  private timer: NodeJS.Timeout | undefined;
  private bus: Bus | undefined;
  private stopListening: (() => void)[] = [];
  private running: Promise<void> | undefined;
  private again = false;

  constructor(options: { url: string; log: Logger }) {
    this.pool = new pg.Pool({ connectionString: options.url, max: 2 });
    this.pool.on('error', () => {});
    this.pool.on('connect', (client) => client.on('error', () => {}));
    this.log = options.log;
  }

  async start(bus: Bus): Promise<void> {
    this.horizon = await this.currentHorizon();
    this.bus = bus;
    this.stopListening = [
      bus.onWake(() => this.look()),
      bus.onWhisper((text) => this.passOn(JSON.parse(text) as Whispered)),
    ];
    this.timer = setInterval(() => this.look(), LOOK_EVERY_MS);
  }

  async currentHorizon(): Promise<string> {
    const { rows } = await this.pool.query<{ horizon: string }>(`select ${HORIZON}`);
    return rows[0]!.horizon;
  }

  /** From now on; what came before, since a horizon, is asked for with `since`. */
  add(listener: Listener): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  get size(): number {
    return this.listeners.size;
  }

  /**
   * What this person missed. Undefined when that cannot be told: too much, or a horizon from another
   * database (after a restore); then the page must look at everything again.
   */
  async since(horizon: string, actor: Actor): Promise<ChangeNotice[] | undefined> {
    // A horizon never goes back: one that is ahead of ours is another database's.
    if (BigInt(horizon) > BigInt(await this.currentHorizon())) return undefined;
    const { rows } = await this.pool.query<EventRow>({
      name: 'since',
      text: `select ${COLUMNS} from event
        where xid >= $1::text::xid8 order by xid, id limit ${REPLAY_MOST + 1}`,
      values: [horizon],
    });
    if (rows.length > REPLAY_MOST) return undefined;
    const roles = await this.rolesOn(rows);
    return rows.filter((row) => maySee(actor, row, roles)).map(notice);
  }

  /** To the open streams of some people, in whatever process; kept nowhere. */
  async whisper(to: string[], notice: TypingNotice): Promise<void> {
    if (to.length > 0) await this.bus?.whisper(JSON.stringify({ to, notice }));
  }

  private passOn({ to, notice }: Whispered): void {
    for (const listener of this.listeners) {
      if (to.includes(listener.actor.accountId)) listener.tellTyping?.(notice);
    }
  }

  private look(): void {
    if (this.running) {
      this.again = true;
      return;
    }
    this.running = this.handOut()
      .catch((error: unknown) => this.log.warn({ err: error }, 'event feed: will try again'))
      .finally(() => {
        this.running = undefined;
        if (this.again) {
          this.again = false;
          this.look();
        }
      });
  }

  private async handOut(): Promise<void> {
    const { rows } = await this.pool.query<EventRow & { horizon: string }>({
      name: 'feed',
      // The left join keeps the horizon when there is no event.
      text: `select ${COLUMNS}, h.horizon from (select ${HORIZON}) h
        left join event on xid >= $1::text::xid8 order by xid, id`,
      values: [this.horizon],
    });
    const horizon = rows[0]!.horizon;
    const fresh = rows.filter((row) => row.id !== null && !this.handedOut.has(row.id));
    const roles = await this.rolesOn(fresh);
    for (const row of fresh) {
      this.handedOut.set(row.id, row.xid);
      for (const listener of this.listeners) {
        if (maySee(listener.actor, row, roles)) listener.tell(notice(row), horizon);
      }
    }
    this.horizon = horizon;
    const oldest = BigInt(horizon);
    for (const [id, xid] of this.handedOut) if (BigInt(xid) < oldest) this.handedOut.delete(id);
  }

  /** Who holds a role on the loans concerned, asked at the time of telling: a removal counts at once. */
  private async rolesOn(events: EventRow[]): Promise<Standings> {
    const loanIds = [...new Set(events.flatMap((event) => event.loan_id ?? []))];
    if (loanIds.length === 0) return new Map();
    const { rows } = await this.pool.query<{ key: string; levels: RoleLevel[] }>({
      name: 'roles',
      text: `select loan_id || ' ' || account_id as key,
          array_agg(distinct app.level_of(role)) as levels
        from loan_role where loan_id = any($1::uuid[]) group by loan_id, account_id`,
      values: [loanIds],
    });
    return new Map(rows.map((row) => [row.key, row.levels]));
  }

  async stop(): Promise<void> {
    clearInterval(this.timer);
    for (const stop of this.stopListening) stop();
    await this.running;
    await this.pool.end();
  }
}

/** The levels of the roles that people hold on loans, by "loan person". */
type Standings = ReadonlyMap<string, readonly RoleLevel[]>;

export function maySee(actor: Actor, event: EventRow, standings: Standings): boolean {
  if (isEverybodys(event)) return true;
  if (event.account_id !== null) return event.account_id === actor.accountId;
  if (actor.companyId !== null) return actor.companyId === event.company_id;
  if (actor.roleLevel === 'ADMIN') return true;
  // By the logged role alone: a borrower hears nothing of the loans on which they also lend.
  const levels = standings.get(`${event.loan_id} ${actor.accountId}`) ?? [];
  if (!levels.includes(actor.roleLevel)) return false;
  return actor.roleLevel === 'LENDER' || !event.staff_only;
}

/** The operator's window concerns whoever has a page open, of whatever company. */
const isEverybodys = ({ company_id, kind }: EventRow): boolean =>
  company_id === PLATFORM_COMPANY && kind.startsWith('maintenance.');

const notice = ({ id, kind, loan_id, changes }: EventRow): ChangeNotice => ({
  id,
  kind,
  loanId: loan_id,
  changes,
});
