import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../ids.ts';
import { Cells } from './cells.ts';
import { newCellKey, privateKeyOf } from './config-cells.ts';

const sockets: Socket[] = [];
/** Accepts connections and never answers. */
const silent = createServer((socket) => sockets.push(socket));
beforeAll(async () => {
  silent.listen(0, '127.0.0.1');
  await once(silent, 'listening');
});
afterAll(() => {
  for (const socket of sockets) socket.destroy();
  silent.close();
});

test('a directory that does not answer costs a page two seconds, and the roles elsewhere', async () => {
  const { port } = silent.address() as AddressInfo;
  const directory = { url: `postgres://one@127.0.0.1:${port}/directory`, key: 'x'.repeat(32) };
  const key = privateKeyOf(newCellKey().secret);
  const cells = new Cells({ name: 'one', cells: [], key, directory }, pino({ level: 'silent' }));
  const person = { id: newId(), emailAddress: 'a@x.example', givenName: '', familyName: '' };
  const began = performance.now();
  expect(await cells.rolesElsewhere(person)).toEqual([]);
  expect(performance.now() - began).toBeLessThan(3500);
  await cells.stop();
});
