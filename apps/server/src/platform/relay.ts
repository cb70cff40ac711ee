/**
 * Dispatches events that start durable work from the outbox to Temporal. The relay claims events in one short
 * statement, calls Temporal outside any transaction and marks the started ones. The workflow's id is the event's, so
 * a crash between starting and marking starts nothing twice: the lease expires, and the next attempt finds the
 * workflow running.
 *
 * An event that Temporal refuses is retried with growing delays, and set aside after MAX_ATTEMPTS; no other event
 * waits for it. While Temporal is not reachable nothing is set aside.
 */
import {
  isGrpcServiceError,
  WorkflowExecutionAlreadyStartedError,
  type Client,
} from '@temporalio/client';
import pg from 'pg';
import type { Logger } from 'pino';
import type { Bus } from './bus.ts';
import { isDerivedId, PLATFORM_COMPANY } from './ids.ts';
import { poolOptions, QUERY_TIMEOUT_MS } from './db/connection-options.ts';

/** Per company and workflow in one claim: the rest waits until other companies had their turn. */
const MAX_PER_COMPANY = 25;
const MAX_COMPANIES = 40;
const MAX_CLAIM = 200;
/** Calls to Temporal in progress, per lane. */
const MAX_IN_FLIGHT = 200;
export const MAX_ATTEMPTS = 10;
const MAX_DELAY_SECONDS = 300;
/** Longer than the timeout of a call, so that a lease expires only if its relay died. */
const LEASE_SECONDS = 60;
const CALL_TIMEOUT_MS = 10_000;
/** Temporal accepts 2 MB. Beyond 4 MB its client retries until the deadline, as if the server were down. */
const MAX_INPUT_LENGTH = 1_000_000;
/** Polling interval, in case a notice was lost. */
const LOOK_EVERY_MS = 1000;

interface Claimed {
  company_id: string;
  account_id: string | null;
  id: string;
  workflow: string;
  /** Null if the input is too long, in which case it is not read. */
  input: unknown;
  is_too_long: boolean | null;
  attempts: number;
}

const WAITING = 'workflow is not null and dispatched_at is null and failed_at is null';

/**
 * Skips through the index (workflow, company): the workflows that have events waiting, of each up to MAX_COMPANIES
 * companies, from a random one and from the first, of each company the events that are due. $1 are the urgent
 * workflows, $2 whether these or the others are claimed, $3 the random company.
 */
export const CLAIM = `with recursive waiting_workflow as (
    (select workflow from event where ${WAITING} order by workflow limit 1)
    union all
    select (select event.workflow from event where ${WAITING} and event.workflow > w.workflow
      order by event.workflow limit 1)
    from waiting_workflow w where w.workflow is not null
  ), picked as (
    select due.company_id, due.id from waiting_workflow w
    cross join unnest(array[$3::uuid, '00000000-0000-0000-0000-000000000000'::uuid]) start (company_id)
    cross join lateral (
      with recursive waiting_company as (
        (select event.company_id from event
          where ${WAITING} and event.workflow = w.workflow and event.company_id >= start.company_id
          order by event.company_id limit 1)
        union all
        select (select event.company_id from event
          where ${WAITING} and event.workflow = w.workflow and event.company_id > c.company_id
          order by event.company_id limit 1)
        from waiting_company c where c.company_id is not null
      )
      select company_id from waiting_company where company_id is not null limit ${MAX_COMPANIES}
    ) company
    cross join lateral (
      select event.company_id, event.id from event
      where ${WAITING} and event.workflow = w.workflow and event.company_id = company.company_id
        and event.due_at <= now()
      order by event.due_at, event.id limit ${MAX_PER_COMPANY}
      for update skip locked
    ) due
    where w.workflow is not null and (w.workflow = any($1::text[])) = $2::boolean
    limit ${MAX_CLAIM}
  )
  update event set due_at = now() + interval '${LEASE_SECONDS} seconds', attempts = least(attempts + 1, 1000)
  from picked where (event.company_id, event.id) = (picked.company_id, picked.id)
  returning event.company_id, event.account_id, event.id, event.workflow, event.attempts,
    length(event.input::text) > ${MAX_INPUT_LENGTH} as is_too_long,
    case when length(event.input::text) <= ${MAX_INPUT_LENGTH} then event.input end as input`;

export interface RelayOptions {
  readonly url: string;
  readonly client: Client;
  /** Undefined for a workflow that this version does not have. */
  readonly taskQueueFor: (workflow: string) => string | undefined;
  /** Workflows claimed in a lane of their own, so that they never wait behind the others. */
  readonly urgent: readonly string[];
  readonly log: Logger;
}

export class Relay {
  private readonly pool: pg.Pool;
  private readonly lanes: readonly Lane[];
  private timer: NodeJS.Timeout | undefined;
  private stopListening: (() => void) | undefined;

  constructor(options: RelayOptions) {
    this.pool = new pg.Pool({
      ...poolOptions(options.url),
      query_timeout: QUERY_TIMEOUT_MS,
      max: 3,
    });
    this.pool.on('error', () => {});
    this.pool.on('connect', (client) => client.on('error', () => {}));
    this.lanes = [true, false].map((isUrgent) => new Lane(this.pool, { ...options, isUrgent }));
  }

  start(bus: Bus): void {
    this.stopListening = bus.onWake(() => this.look());
    this.timer = setInterval(() => this.look(), LOOK_EVERY_MS);
    this.look();
  }

  private look(): void {
    for (const lane of this.lanes) lane.look();
  }

  async stop(): Promise<void> {
    clearInterval(this.timer);
    this.stopListening?.();
    await Promise.all(this.lanes.map((lane) => lane.stop()));
    await this.pool.end();
  }
}

class Lane {
  private readonly pool: pg.Pool;
  private readonly options: RelayOptions & { readonly isUrgent: boolean };
  private readonly calls = new Set<Promise<void>>();
  private readonly started: Claimed[] = [];
  private marking: Promise<void> | undefined;
  private claiming: Promise<void> | undefined;
  private again = false;
  /** When Temporal last accepted an event. */
  private reachedAt = 0;
  /** Set after Temporal could not be reached, until the next poll. */
  private isPaused = false;
  private isStopped = false;

  constructor(pool: pg.Pool, options: RelayOptions & { isUrgent: boolean }) {
    this.pool = pool;
    this.options = options;
  }

  look(): void {
    if (this.isStopped) return;
    if (this.claiming) {
      this.again = true;
      return;
    }
    this.claiming = this.claimAll()
      .catch((error: unknown) =>
        this.options.log.warn({ err: error }, 'relay: cannot read the outbox; retrying in 1 s'),
      )
      .finally(() => {
        this.claiming = undefined;
        if (this.again) {
          this.again = false;
          this.look();
        }
      });
  }

  private async claimAll(): Promise<void> {
    this.isPaused = false;
    while (!this.isStopped && !this.isPaused && this.calls.size < MAX_IN_FLIGHT) {
      const { rows } = await this.pool.query<Claimed>({
        name: 'claim',
        text: CLAIM,
        values: [this.options.urgent, this.options.isUrgent, crypto.randomUUID()],
      });
      for (const event of rows) {
        const call = this.dispatch(event).finally(() => {
          this.calls.delete(call);
          if (this.calls.size === MAX_IN_FLIGHT / 2) this.look();
        });
        this.calls.add(call);
      }
      if (rows.length === 0) return;
    }
  }

  /** Never rejects: an event that cannot be marked is claimed again when its lease expires. */
  private async dispatch(event: Claimed): Promise<void> {
    const calledAt = Date.now();
    try {
      await this.startWorkflow(event);
      this.reachedAt = Date.now();
      this.started.push(event);
      await this.mark();
    } catch (error) {
      // If Temporal accepted other events meanwhile, this event is at fault.
      const isAway = isTemporalAway(error) && this.reachedAt < calledAt;
      await this.postpone(event, error, isAway).catch((failure: unknown) =>
        this.options.log.warn(
          { err: failure },
          'relay: cannot save a failed attempt; the event is claimed again when its lease expires',
        ),
      );
    }
  }

  private async startWorkflow(event: Claimed): Promise<void> {
    const { id, workflow, input, is_too_long, attempts } = event;
    const { client, taskQueueFor } = this.options;
    if (attempts > MAX_ATTEMPTS)
      throw new Error(
        'claimed in every attempt without a result: each relay died while starting it',
      );
    const taskQueue = taskQueueFor(workflow);
    if (taskQueue === undefined) throw new Error(`this version has no workflow ${workflow}`);
    if (is_too_long) {
      throw new Error(`the input is longer than ${MAX_INPUT_LENGTH} characters`);
    }
    try {
      await client.withDeadline(Date.now() + CALL_TIMEOUT_MS, () =>
        client.workflow.start(workflow, {
          workflowId: id,
          taskQueue,
          args: [input],
          workflowIdReusePolicy: 'REJECT_DUPLICATE',
          priority: { fairnessKey: fairnessKeyOf(event) },
        }),
      );
    } catch (error) {
      if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
    }
  }

  /** Marks in one statement all events that were started while the previous one was in progress. */
  private async mark(): Promise<void> {
    this.marking ??= this.markStarted().finally(() => (this.marking = undefined));
    await this.marking;
    if (this.started.length > 0) await this.mark();
  }

  private async markStarted(): Promise<void> {
    const events = this.started.splice(0);
    await this.pool.query({
      name: 'dispatched',
      text: `update event set dispatched_at = now(), last_error = null where (company_id, id) in (
        select unnest($1::uuid[]), unnest($2::uuid[]))`,
      values: [events.map(({ company_id }) => company_id), events.map(({ id }) => id)],
    });
  }

  private async postpone(event: Claimed, error: unknown, isAway: boolean): Promise<void> {
    const { log } = this.options;
    const { company_id: companyId, id: eventId, workflow, attempts } = event;
    this.isPaused ||= isAway;
    const isGivenUp = !isAway && attempts >= MAX_ATTEMPTS;
    const seconds = isAway ? 1 + Math.random() * 2 : delayAfter(attempts);
    await this.pool.query({
      name: 'postponed',
      text: `update event set due_at = now() + $3::float8 * interval '1 second', last_error = $4,
          attempts = attempts - $5::int, failed_at = case when $6 then now() end
        where company_id = $1 and id = $2`,
      values: [companyId, eventId, seconds, describe(error), isAway ? 1 : 0, isGivenUp],
    });
    const about = { err: error, eventId, companyId, workflow, attempts };
    if (isGivenUp) {
      log.error(
        { ...about, alert: 'outbox-dead-letter' },
        'relay: gave an event up, its work has not started; after fixing the cause: cairn outbox requeue <event id>',
      );
    } else if (isAway) {
      log.warn({ err: error }, 'relay: Temporal is not reachable; retrying in 1 to 3 s');
    } else {
      log.warn(about, `relay: Temporal refused an event; retrying in ${Math.round(seconds)} s`);
    }
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    await this.claiming;
    await Promise.all(this.calls);
  }
}

/**
 * Companies take turns within a queue (docs/operations/task-queues.md). Log-in codes and other work without a company
 * take turns by account: otherwise all users of all lenders would share one turn. Addresses without an account share
 * one key, so that a stranger who makes up addresses gets one turn instead of thousands.
 */
export const fairnessKeyOf = ({
  company_id,
  account_id,
}: Pick<Claimed, 'company_id' | 'account_id'>): string =>
  company_id !== PLATFORM_COMPANY || account_id === null || isDerivedId(account_id)
    ? company_id
    : account_id;

/** 1, 2, 4 … seconds, at most 5 minutes. */
const delayAfter = (attempts: number): number =>
  Math.min(2 ** Math.max(attempts - 1, 0), MAX_DELAY_SECONDS);

const describe = (error: unknown): string => {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return (cause instanceof Error ? cause.message : String(cause)).slice(0, 500);
};

const CANCELLED = 1;
const DEADLINE_EXCEEDED = 4;
const NOT_FOUND = 5;
const PERMISSION_DENIED = 7;
const RESOURCE_EXHAUSTED = 8;
const UNAVAILABLE = 14;
const UNAUTHENTICATED = 16;
const AWAY: ReadonlySet<number> = new Set([
  CANCELLED,
  DEADLINE_EXCEEDED,
  NOT_FOUND,
  PERMISSION_DENIED,
  RESOURCE_EXHAUSTED,
  UNAVAILABLE,
  UNAUTHENTICATED,
]);

/** Whether Temporal or the network may be at fault instead of this event. */
function isTemporalAway(error: unknown): boolean {
  const cause = error instanceof Error && error.cause ? error.cause : error;
  return isGrpcServiceError(cause) && AWAY.has(cause.code);
}
