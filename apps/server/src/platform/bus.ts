/**
 * Tells every process that new events are there. The message says nothing else: each reads what is
 * new from the event table. Behind this interface because another bus may carry it one day.
 *
 * The notice goes out after the commit, from a connection of its own and never twice at once: sent
 * inside the writing transaction it would make every writer queue for one lock. A notice lost in a
 * crash costs a moment, not an event: listeners also look by themselves.
 */
import pg from 'pg';

const CHANNEL = 'cairn_events';

export class Bus {
  private readonly url: string;
  private readonly listeners = new Set<() => void>();
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
    const client = new pg.Client({ connectionString: this.url });
    client.on('notification', () => this.tellListeners());
    client.on('error', () => this.reconnect(client));
    client.on('end', () => this.reconnect(client));
    await client.connect();
    await client.query(`listen ${CHANNEL}`);
    this.client = client;
    // Whatever was written while nobody listened.
    this.tellListeners();
  }

  private reconnect(lost: pg.Client): void {
    if (this.stopped || (this.client && this.client !== lost)) return;
    this.client = undefined;
    const retry = (): void => {
      if (this.stopped || this.client) return;
      this.connect().catch(() => setTimeout(retry, 500).unref());
    };
    setTimeout(retry, 200).unref();
  }

  onWake(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  private tellListeners(): void {
    for (const listener of this.listeners) listener();
  }

  /** Coalesced: while one notice is on its way, any number of commits ask for one more. */
  readonly wake = (): void => {
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
          this.wake();
        }
      });
  };

  async stop(): Promise<void> {
    this.stopped = true;
    await this.client?.end();
  }
}
