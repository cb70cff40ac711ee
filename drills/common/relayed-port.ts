/** A TCP proxy, like one in front of a database, whose connections can be moved, held or cut. */
import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';

export class RelayedPort {
  readonly port: number;
  #target: number;
  #isHeld = false;
  readonly #sockets = new Set<Socket>();
  #server: Server | undefined;

  constructor(port: number, target: number) {
    this.port = port;
    this.#target = target;
  }

  async open(): Promise<void> {
    this.#server = createServer((client) => {
      const upstream = connect(this.#target, '127.0.0.1');
      for (const [socket, other] of [
        [client, upstream],
        [upstream, client],
      ] as const) {
        this.#sockets.add(socket);
        socket.setNoDelay(true);
        socket.on('error', () => other.destroy());
        socket.on('close', () => {
          this.#sockets.delete(socket);
          other.destroy();
        });
        if (this.#isHeld) socket.pause();
        socket.on('data', (data) => {
          if (!this.#isHeld) other.write(data);
        });
      }
    }).listen(this.port, '127.0.0.1');
    await once(this.#server, 'listening');
  }

  /** Stops all data in both directions without closing connections, like a network partition. */
  hold(): void {
    this.#isHeld = true;
    for (const socket of this.#sockets) socket.pause();
  }

  /** Cuts every connection; new ones go to `target`. */
  moveTo(target: number): void {
    this.#target = target;
    this.#isHeld = false;
    for (const socket of this.#sockets) socket.destroy();
  }

  close(): void {
    this.moveTo(this.#target);
    this.#server?.close();
  }
}
