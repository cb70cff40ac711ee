import type { SystemStatus } from '@cairn/contract';
import { expect, test } from 'vitest';
import { formatSeconds, problemsOf, uptime } from './statusWords.ts';

const WORKING: SystemStatus = {
  checkedDate: '2026-11-16T12:00:00.000Z',
  services: [
    { service: 'smtp', state: 'WORKING', seconds: 0.1, processes: null, days: [] },
    { service: 'clamd', state: 'WORKING', seconds: 0.1, processes: null, days: [] },
  ],
  queues: [{ queue: 'scans', state: 'WORKING', waiting: 0, oldestSeconds: 0 }],
  signatures: null,
  versions: ['1.4.0'],
  nodeVersions: ['24.0.0'],
  postgresVersion: '18.1',
  schemaVersion: '0089-status-reports',
};

test('nothing is said while everything works', () => {
  expect(problemsOf(WORKING)).toEqual([]);
});

test('the worst problem comes first, each with its effect', () => {
  const [smtp, clamd] = WORKING.services;
  const problems = problemsOf({
    ...WORKING,
    services: [
      { ...smtp!, state: 'SLOW' },
      { ...clamd!, state: 'DOWN' },
    ],
    queues: [{ queue: 'scans', state: 'SLOW', waiting: 41, oldestSeconds: 360 }],
  });
  expect(problems.map(({ title }) => title)).toEqual([
    'Virus scanner: down.',
    'Email: slow.',
    'Virus scan: behind.',
  ]);
  expect(problems[2]!.text).toBe('41 steps waiting, the oldest for 6 min. Nothing is lost.');
});

test('an uptime is never rounded up to 100%', () => {
  expect(uptime([])).toBeNull();
  expect(uptime([{ checks: 1440, failures: 0 }])).toBe('100%');
  expect(uptime([{ checks: 1_000_000, failures: 1 }])).toBe('99.99%');
});

test('times are said in the unit that fits', () => {
  expect([0.0004, 0.142, 12, 360, 10_800].map(formatSeconds)).toEqual([
    '1 ms',
    '142 ms',
    '12 s',
    '6 min',
    '3 h',
  ]);
});
