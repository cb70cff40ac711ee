import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { Random } from '../random.ts';
import { cpuSeconds, machineSeconds, parseStat } from './cpu-seconds.ts';
import { openStreams } from './event-streams.ts';
import { arrivals, runOpen, summarize } from './open-load.ts';

describe('CPU time', () => {
  const line = (pid: number, parent: number, [user, system, ended]: [number, number, number]) =>
    `${pid} (a) b (c)) S ${parent} 1 1 0 -1 4194560 1 1 0 0 ${user} ${system} ${ended} 0 20 0 1 0 5 1 1`;

  test('a program may have parentheses and spaces in its name', () => {
    expect(parseStat(line(12, 7, [150, 50, 25]))).toEqual({ pid: 12, parent: 7, seconds: 2.25 });
  });
  test('a process counts with all below it, and twice named once', () => {
    const processes = [
      parseStat(line(1, 0, [100, 0, 0])),
      parseStat(line(2, 1, [200, 0, 0])),
      parseStat(line(3, 2, [0, 400, 0])),
      parseStat(line(4, 0, [800, 0, 0])),
    ];
    expect(cpuSeconds([1], processes)).toBe(7);
    expect(cpuSeconds([1, 3], processes)).toBe(7);
    expect(cpuSeconds([4, 5], processes)).toBe(8);
  });
  test('the machine: neither idle nor waiting for a disk', () => {
    expect(machineSeconds('cpu  100 200 300 9999 8888 100 100 200 50 0\ncpu0 1')).toBe(10);
  });
  test('what a child used is not lost when it ends', async () => {
    const burn = `const until = Date.now() + 400; while (Date.now() < until);`;
    const before = cpuSeconds([process.pid]);
    execFileSync(process.execPath, ['-e', burn]);
    expect(cpuSeconds([process.pid]) - before).toBeGreaterThan(0.15);
    const child = spawn(process.execPath, ['-e', `${burn} setTimeout(() => {}, 60_000)`]);
    try {
      await wait(300);
      expect(cpuSeconds([child.pid!])).toBeGreaterThan(0);
    } finally {
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
  });
});

describe('calls at a rate', () => {
  test('so many, in order, over the whole time, and the same for a seed', () => {
    const times = arrivals(new Random(7), 20, 30);
    expect(times).toHaveLength(600);
    expect(times).toEqual(times.toSorted((one, other) => one - other));
    expect(times[0]).toBeLessThan(1000);
    expect(times.at(-1)).toBeGreaterThan(29_000);
    expect(times).toEqual(arrivals(new Random(7), 20, 30));
  });
  test('the next begins although the one before is not answered', async () => {
    let open = 0;
    let most = 0;
    const planned = Array.from({ length: 10 }, (_, index) => ({
      at: index * 5,
      kind: 'slow',
      async run() {
        most = Math.max(most, (open += 1));
        await wait(200);
        open -= 1;
        return '200';
      },
    }));
    const { actions } = await runOpen(planned);
    expect([actions.length, most]).toEqual([10, 10]);
  });
  test('a call that had to wait for this process counts from when it was due', async () => {
    const busy = { at: 0, kind: 'first', run: async () => '200' };
    const block = (): Promise<string> => {
      const until = performance.now() + 120;
      while (performance.now() < until);
      return Promise.resolve('200');
    };
    const { actions, late } = await runOpen([
      { ...busy, run: block },
      { at: 10, kind: 'second', run: async () => '200' },
    ]);
    expect(actions.find(({ kind }) => kind === 'second')!.milliseconds).toBeGreaterThan(80);
    expect(late).toBeGreaterThan(80);
  });
  test('times of answered calls, and failures by status', () => {
    const actions = [
      ...Array.from({ length: 99 }, (_, index) => ({
        kind: 'read',
        status: '200',
        milliseconds: 99 - index,
      })),
      { kind: 'read', status: '503', milliseconds: 5000 },
      { kind: 'write', status: 'Error: refused', milliseconds: 1 },
    ];
    expect(summarize(actions, 10)).toEqual([
      { kind: 'read', count: 100, perSecond: 9.9, p50: 50, p95: 95, p99: 99, failed: { 503: 1 } },
      expect.objectContaining({ kind: 'write', count: 1, failed: { 'Error: refused': 1 } }),
    ]);
  });
});

test('open streams: how many are open, events with data are counted, and a refusal is said', async () => {
  const server = createServer((request, response) => {
    if (request.headers.cookie === 'cairn-session=refused')
      return void response.writeHead(429).end();
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write('retry: 1000\n\n: still here\n\nevent: change\ndata: {"a":1}\n\nevent: cha');
    setTimeout(() => response.write('nge\ndata: 2\n\n'), 20);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const streams = await openStreams(origin, ['one', 'two', 'refused']);
  try {
    await wait(200);
    expect(streams.state()).toEqual({ open: 2, refused: 1, cut: 0, events: 4 });
  } finally {
    streams.close();
    server.closeAllConnections();
    server.close();
  }
});
