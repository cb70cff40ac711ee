/** A connection to the store that can be slow, lose or damage data, and be cut. */
import { createServer, connect, type AddressInfo, type Server, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

export type Fault =
  /** One connection ends in the middle of a part. */
  | 'cut'
  /** All connections end, and new ones fail for a while. */
  | 'outage'
  /** Bytes are accepted and dropped; no connection ends. */
  | 'silence'
  /** One byte arrives changed. */
  | 'damage'
  /** The page is closed and opened again. */
  | 'reload';

export interface PlannedFault {
  readonly fault: Fault;
  /** Bytes sent before the fault. */
  readonly at: number;
}

interface Plan {
  readonly bytesPerSecond: number;
  readonly faults: readonly PlannedFault[];
  onReload(): void;
}

interface Pair {
  readonly client: Socket;
  readonly store: Socket;
}

const OUTAGE_MS = 1500;
const SILENCE_MS = 25_000;

export class BadLine {
  /** Bytes sent by the client to the store, whether they arrived or not. */
  sentBytes = 0;
  readonly happened: Fault[] = [];
  /** Bytes actually sent by the operating system, by the client's port. */
  private readonly sentFrom = new Map<number, number>();
  private readonly server: Server;
  private readonly pairs = new Set<Pair>();
  private readonly planned: PlannedFault[];
  private isDown = false;
  private isSilent = false;
  private damages = 0;

  private readonly store: { host: string; port: number };
  private readonly plan: Plan;

  constructor(store: { host: string; port: number }, plan: Plan) {
    this.store = store;
    this.plan = plan;
    this.planned = plan.faults.toSorted((a, b) => a.at - b.at);
    this.server = createServer((client) => this.join(client));
  }

  async open(): Promise<number> {
    await new Promise<void>((done) => {
      this.server.listen(0, '127.0.0.1', done);
    });
    return (this.server.address() as AddressInfo).port;
  }

  async close(): Promise<void> {
    this.cutAll();
    await new Promise((done) => {
      this.server.close(done);
    });
  }

  sentBy(clientPort: number): number {
    return this.sentFrom.get(clientPort) ?? 0;
  }

  cutAll(): void {
    for (const { client, store } of this.pairs) {
      client.resetAndDestroy();
      store.destroy();
    }
  }

  private join(client: Socket): void {
    if (this.isDown) {
      client.resetAndDestroy();
      return;
    }
    const store = connect(this.store);
    const pair = { client, store };
    this.pairs.add(pair);
    const end = () => {
      this.pairs.delete(pair);
      client.destroy();
      store.destroy();
    };
    for (const socket of [client, store]) {
      socket.on('error', end);
      socket.on('close', end);
    }
    store.on('data', (answer: Buffer) => {
      if (!this.isSilent) client.write(answer);
    });
    client.on('data', (bytes: Buffer) => void this.forward(pair, bytes));
  }

  private async forward(pair: Pair, bytes: Buffer): Promise<void> {
    this.sentBytes += bytes.length;
    const { remotePort = 0 } = pair.client;
    this.sentFrom.set(remotePort, this.sentBy(remotePort) + bytes.length);
    // Headers are short and arrive separately.
    const isBody = bytes.length > 8192;
    if ((isBody && this.beginNext(pair)) || this.isSilent) return;
    if (isBody && this.damages > 0) {
      this.damages -= 1;
      bytes[bytes.length - 1]! ^= 1;
    }
    pair.client.pause();
    if (!pair.store.write(bytes)) {
      await Promise.race([
        new Promise((done) => {
          pair.store.once('drain', done);
        }),
        new Promise((done) => {
          pair.store.once('close', done);
        }),
      ]);
    }
    await wait((bytes.length * this.pairs.size * 1000) / this.plan.bytesPerSecond);
    pair.client.resume();
  }

  private beginNext(pair: Pair): boolean {
    const [next] = this.planned;
    if (!next || next.at > this.sentBytes) return false;
    this.planned.shift();
    this.happened.push(next.fault);
    return this.begin(next.fault, pair);
  }

  /** Starts a fault; returns true if these bytes are lost. */
  private begin(fault: Fault, { client, store }: Pair): boolean {
    switch (fault) {
      case 'cut':
        client.resetAndDestroy();
        store.destroy();
        return true;
      case 'outage':
        this.isDown = true;
        setTimeout(() => {
          this.isDown = false;
        }, OUTAGE_MS);
        this.cutAll();
        return true;
      case 'silence':
        this.isSilent = true;
        setTimeout(() => {
          this.isSilent = false;
          // Otherwise later bytes would arrive without the lost ones.
          this.cutAll();
        }, SILENCE_MS);
        return true;
      case 'damage':
        this.damages += 1;
        return false;
      case 'reload':
        this.plan.onReload();
        this.cutAll();
        return true;
    }
  }
}
