/**
 * A TCP proxy in a separate process that delays data in both directions, like the network to another host. Timers are
 * too coarse for a quarter of a millisecond, so while data is delayed it polls the clock in a loop that still lets
 * new data arrive and get its timestamp.
 */
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export interface Route {
  readonly toPort: number;
  readonly eachWayMs: number;
}

interface Kept {
  readonly due: number;
  readonly to: Socket;
  readonly data: Buffer;
}

process.once('message', ({ toPort, eachWayMs }: Route) => {
  const pending: Kept[] = [];
  const release = (): void => {
    while (pending.length > 0 && performance.now() >= pending[0]!.due) {
      const { to, data } = pending.shift()!;
      if (!to.destroyed) to.write(data);
    }
    if (pending.length > 0) setImmediate(release);
  };
  const carry = (from: Socket, to: Socket): void => {
    from.setNoDelay(true);
    from.on('data', (data) => {
      pending.push({ due: performance.now() + eachWayMs, to, data });
      if (pending.length === 1) release();
    });
    from.on('error', () => to.destroy());
    from.on('close', () => to.destroy());
  };
  const server = createServer((client) => {
    const target = connect({ port: toPort, host: '127.0.0.1' });
    carry(client, target);
    carry(target, client);
  });
  server.listen(0, '127.0.0.1', () => process.send!((server.address() as AddressInfo).port));
});
process.on('disconnect', () => process.exit());
