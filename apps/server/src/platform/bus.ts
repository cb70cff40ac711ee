/**
 * Tells every process that new events are there. The message says nothing else: each reads what is
 * new from the event table. Behind this interface because another bus may carry it one day.
 * Ephemeral messages travel beside it: only current subscribers get them, and they are not stored.
 *
 * The notice goes out after the commit, from a connection of its own and never twice at once: sent
 * inside the writing transaction it would make every writer queue for one lock. A notice lost in a
 * crash costs a moment, not an event: listeners also look by themselves.
 */
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { plainQueryOptions } from './db/connection-options.ts';

const CHANNEL = 'cairn_events';
const EPHEMERAL_CHANNEL = 'cairn_ephemeral';

export class Bus {
  private readonly url: string;
  private readonly listeners = new Set<() => void>();
  private readonly ephemeralListeners = new Set<(text: string) => void>();
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
    // Whatever goes wrong ends the connection, and the end is what counts.
    client.on('error', () => {});
    let over = false;
    client.on('end', () => {
      over = true;
      this.lost(client);
    });
    client.on('notification', ({ channel, payload = '' }) => {
      if (channel === CHANNEL) this.tellListeners();
      else for (const listener of this.ephemeralListeners) listener(payload);
    });
    try {
      await client.connect();
      await client.query(`listen ${CHANNEL}; listen ${EPHEMERAL_CHANNEL}`);
      if (over) throw new Error('lost again at once');
    } catch (error) {
      await client.end().catch(() => {});
      throw error;
    }
    this.client = client;
    // Whatever was written while there was no connection.
    this.tellListeners();
  }

  private lost(client: pg.Client): void {
    if (this.client !== client) return;
    this.client = undefined;
    void this.connectAgain();
  }

  /** One attempt at a time, ever more patiently: a database that comes back is not stormed. */
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

  /** To every process, this one too; lost where there is no connection. */
  async publishEphemeral(text: string): Promise<void> {
    await this.client?.query('select pg_notify($1, $2)', [EPHEMERAL_CHANNEL, text]).catch(() => {});
  }

  private tellListeners(): void {
    for (const listener of this.listeners) listener();
  }

  /** Coalesced: while one notice is on its way, any number of commits ask for one more. */
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
