/** The engine's answers about workflows that run, that were terminated, and that do not exist. */
import { randomUUID } from 'node:crypto';
import { Client, Connection } from '@temporalio/client';
import { until } from '@cairn/testing';
import { expect, test } from 'vitest';
import { readConfig } from '../../platform/config.ts';
import { temporalConnection } from '../../platform/temporal-connection.ts';
import { connectEngine } from './temporal-engine.ts';

test('lists what runs and what was ended since a time, and ends what it is told to', async () => {
  const config = readConfig();
  const connection = await Connection.connect(temporalConnection(config.engine));
  const { workflow } = new Client({ connection, namespace: config.engine.namespace });
  const engine = await connectEngine(config);
  const before = new Date(Date.now() - 1000);
  const [stays, ends] = [randomUUID(), randomUUID()];
  // No worker polls this queue, so the workflows keep running.
  for (const workflowId of [stays, ends]) {
    await workflow.start('notify', { workflowId, taskQueue: `none-${stays}`, args: [] });
  }
  const isListed = (since: Date, id: string) => async () =>
    (await engine.unfinished(since)).has(id);
  await until(isListed(before, stays), 20_000);
  expect(await engine.stateOf(ends)).toBe('running');
  await engine.end([ends, randomUUID()]);
  expect(await engine.stateOf(ends)).toBe('failed');
  expect(await engine.stateOf(randomUUID())).toBe('done');

  const after = new Date(Date.now() + 1000);
  await until(async () => !(await isListed(after, ends)()), 20_000);
  expect(await isListed(before, ends)()).toBe(true);
  expect(await isListed(after, stays)()).toBe(true);
  await engine.end([stays]);
  await engine.close();
  await connection.close();
}, 60_000);
