/**
 * Notifies every process that there are new events. The message carries no data: each process reads what is new from
 * the event table. Callers depend on the interface only, so that the transport can be replaced. Ephemeral messages
 * use the same connection: only current subscribers get them, and they are not stored.
 *
 * The notice is sent after the commit, from a connection of its own, and never concurrently: inside the writing
 * transaction, every writer would wait for the same lock. A notice lost in a crash delays an event but does not lose
 * it, because listeners also poll.
 */
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { plainQueryOptions } from './db/connection-options.ts';

const CHANNEL = 'cairn_events';
const EPHEMERAL_CHANNEL = 'cairn_ephemeral';
/** From the commands that end sessions by themselves, without an event for each. */
export const SESSIONS_CHANNEL = 'cairn_sessions';

export class Bus {
  private readonly url: string;
  private readonly listeners = new Set<() => void>();
  private readonly ephemeralListeners = new Set<(text: string) => void>();
  private readonly sessionListeners = new Set<() => void>();
  private client: pg.Client | undefined;
  private sending = false;
  private again = false;
  private stopped = false;

  constructor(url: string) {
    this.url = url;
  }

  async start(): Promise<void> {
    await this.connect();
  }

  private async connect(): Promise<void> {
    const client = new pg.Client(plainQueryOptions(this.url));
    // Every error also ends the connection, and `end` is handled below.
    client.on('error', () => {});
    let over = false;
    client.on('end', () => {
      over = true;
      this.lost(client);
    });
    client.on('notification', ({ channel, payload = '' }) => {
      if (channel === CHANNEL) this.tellListeners();
      else if (channel === SESSIONS_CHANNEL)
        for (const listener of this.sessionListeners) listener();
      else for (const listener of this.ephemeralListeners) listener(payload);
    });
    try {
      await client.connect();
      await client.query(
        `listen ${CHANNEL}; listen ${EPHEMERAL_CHANNEL}; listen ${SESSIONS_CHANNEL}`,
      );
      if (over) throw new Error('lost again at once');
    } catch (error) {
      await client.end().catch(() => {});
      throw error;
    }
    this.client = client;
    // There may be events from the time without a connection.
    this.tellListeners();
  }

  private lost(client: pg.Client): void {
    if (this.client !== client) return;
    this.client = undefined;
    void this.connectAgain();
  }

  /** One attempt at a time with growing delays, so that a restarted database is not flooded. */
  private async connectAgain(): Promise<void> {
    for (let pause = 100; !this.stopped && !this.client; pause = Math.min(pause * 2, 5000)) {
      await wait(pause);
      await this.connect().catch(() => {});
    }
  }

  onWake(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  onEphemeral(listener: (text: string) => void): () => void {
    this.ephemeralListeners.add(listener);
    return () => this.ephemeralListeners.delete(listener);
  }

  /** A command ended sessions, and does not say whose. */
  onSessionsEnded(listener: () => void): () => void {
    this.sessionListeners.add(listener);
    return () => this.sessionListeners.delete(listener);
  }

  /** Sends to every process including this one; the message is lost if there is no connection. */
  async publishEphemeral(text: string): Promise<void> {
    await this.client?.query('select pg_notify($1, $2)', [EPHEMERAL_CHANNEL, text]).catch(() => {});
  }

  private tellListeners(): void {
    for (const listener of this.listeners) listener();
  }

  /** Coalesced: commits during a running notice cause one more notice, whatever their number. */
  readonly notify = (): void => {
    if (this.sending) {
      this.again = true;
      return;
    }
    const { client } = this;
    if (!client) return;
    this.sending = true;
    client
      .query(`notify ${CHANNEL}`)
      .catch(() => {})
      .finally(() => {
        this.sending = false;
        if (this.again) {
          this.again = false;
          this.notify();
        }
      });
  };

  async stop(): Promise<void> {
    this.stopped = true;
    await this.client?.end();
  }
}
