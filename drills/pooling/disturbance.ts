/** Cancels statements and cuts connections at random while the jobs run. */
import type { Db } from '@cairn/server/platform/db/db';
import { connect, type Socket } from 'node:net';
import type pg from 'pg';

const EVERY_MS = 15;

interface Client {
  processID: number;
  secretKey: number;
  connection: { stream: Socket };
}

export class Disturbance {
  readonly pool: pg.Pool;
  private readonly counts = { canceled: 0, backends: 0, cut: 0 };
  private readonly owner: pg.Pool;
  private readonly target: URL;
  private timer: NodeJS.Timeout | undefined;
  private turn = 0;
  private running = new Set<Promise<void>>();

  constructor(db: Db, owner: pg.Pool, url: string) {
    this.pool = (db as unknown as { pool: pg.Pool }).pool;
    this.owner = owner;
    this.target = new URL(url);
  }

  start(): void {
    this.timer = setInterval(() => this.disturb(), EVERY_MS);
  }

  private disturb(): void {
    const { _clients: clients } = this.pool as unknown as { _clients: Client[] };
    const victim = clients[Math.floor(Math.random() * clients.length)];
    if (!victim) return;
    this.turn += 1;
    if (this.turn % 4 === 0) {
      this.counts.cut += 1;
      victim.connection.stream.destroy(new Error('cut by the drill'));
    } else if (this.turn % 4 === 1) {
      this.track(this.cancelBackend());
    } else {
      this.counts.canceled += 1;
      this.track(this.requestCancel(victim));
    }
  }

  private track(work: Promise<void>): void {
    this.running.add(work);
    void work.finally(() => this.running.delete(work));
  }

  private async cancelBackend(): Promise<void> {
    const { rowCount } = await this.owner.query(
      `select pg_cancel_backend(pid) from pg_stat_activity
       where usename = 'cairn_app' and datname = current_database() and state = 'active'
       order by random() limit 1`,
    );
    this.counts.backends += rowCount ?? 0;
  }

  /** Cancels like a driver: on a separate connection to the pooler, with the client's key. */
  private requestCancel({ processID, secretKey }: Client): Promise<void> {
    return new Promise((done) => {
      const message = Buffer.alloc(16);
      message.writeInt32BE(16, 0);
      message.writeInt32BE(80_877_102, 4);
      message.writeInt32BE(processID ?? 0, 8);
      message.writeInt32BE(secretKey ?? 0, 12);
      const socket = connect(Number(this.target.port), this.target.hostname, () => {
        socket.write(message);
      });
      socket.on('error', () => {});
      socket.on('close', () => done());
      socket.setTimeout(2000, () => socket.destroy());
    });
  }

  async stop(): Promise<{ canceled: number; backends: number; cut: number }> {
    clearInterval(this.timer);
    await Promise.all(this.running);
    return this.counts;
  }
}
