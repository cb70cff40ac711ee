import { randomUUID } from 'node:crypto';
import {
  emailTo,
  startOtlpReceiver,
  startTestServer,
  startTestWorker,
  until,
  type OtlpReceiver,
  type TestServer,
} from '@cairn/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTracing, type Tracing } from './tracing.ts';

const options = { share: 1, service: 'cairn-test', version: '1' };

test('without a collector there is no tracing at all', async () => {
  expect(await startTracing({ ...options, endpoint: undefined })).toBeUndefined();
  expect(await startTracing({ ...options, endpoint: '' })).toBeUndefined();
});

describe('with a collector', () => {
  let receiver: OtlpReceiver;
  let tracing: Tracing;
  let server: TestServer;
  let worker: { stop(): Promise<void> };

  beforeAll(async () => {
    receiver = await startOtlpReceiver();
    tracing = (await startTracing({ ...options, endpoint: receiver.endpoint }))!;
    server = await startTestServer({ tracing });
    worker = await startTestWorker(server, tracing);
  });
  afterAll(async () => {
    await worker.stop();
    await server.stop();
    await tracing.stop();
    await receiver.stop();
  });

  const spanOfCall = async (call: string) =>
    until(async () => receiver.spans().find((span) => span.attributes['cairn.call'] === call));

  test('a call, its statements and its log lines are one trace', async () => {
    const company = await server.given.company();
    const dana = await server.given.employee(company, { level: 'OWNER' });
    const token = await server.given.session(dana, { roleLevel: 'LENDER', company });
    const loan = await server.given.loan(await server.given.phase(company));
    await server.call('pinLoan', { params: { id: loan.id } }, { token });

    const span = await spanOfCall('pinLoan');
    expect(span.name).toBe('PUT /api/v1/loans/:id/pin');
    expect(span.attributes).toMatchObject({ 'http.response.status_code': 200 });
    const statements = receiver.spans().filter(({ traceId }) => traceId === span.traceId);
    const texts = statements.map(({ attributes }) => String(attributes['db.query.text'] ?? ''));
    expect(texts.join()).toContain('app.record($');
    expect(statements.filter(({ parentSpanId }) => parentSpanId === span.spanId).length).toBe(
      statements.length - 1,
    );
    const line = server.logged
      .map((each) => JSON.parse(each) as Record<string, unknown>)
      .find(({ call }) => call === 'pinLoan');
    expect(line).toMatchObject({ msg: 'answered', trace_id: span.traceId });
  });

  test('durable work has its spans, by the event that asked for it', async () => {
    const username = `${randomUUID()}@example.com`;
    await server.given.account({ emailAddress: username });
    await server.call('forgotPassword', { body: { username } });
    await emailTo(username);
    const activity = await until(async () =>
      receiver.spans().find(({ name }) => name.startsWith('activity ')),
    );
    expect(activity.attributes['temporal.workflow.id']).toMatch(/^[0-9a-f-]{36}$/);
    expect(activity.attributes['temporal.activity.attempt']).toBe(1);
    const inside = receiver.spans().filter(({ parentSpanId }) => parentSpanId === activity.spanId);
    expect(inside.map(({ name }) => name)).toContain('postgres');
  });

  test('nothing of a person is in a span: no address, password, name or value', async () => {
    const canary = `canary-${randomUUID()}`;
    const username = `${canary}@example.com`;
    await server.call('signup', {
      body: { emailAddress: username, password: canary, givenName: canary, familyName: canary },
    });
    await server.call('login', { body: { username, password: canary } });
    await server.call('search', { query: { q: canary } }, { headers: { 'user-agent': canary } });
    // Postgres repeats the value in its error message.
    await expect(
      server.db.write({ kind: 'anonymous' }, (tx) =>
        tx.run({
          statement: () => ({ name: '', text: 'select $1::int', values: [canary] }),
        } as never),
      ),
    ).rejects.toThrow(canary);
    await tracing.span('last', {}, async () => {});
    await until(async () => receiver.spans().find(({ name }) => name === 'last'));
    const failed = receiver.spans().find(({ attributes }) => attributes['error.type'] === '22P02');
    expect(failed).toMatchObject({ name: 'postgres', status: { code: 2 } });
    expect(receiver.text()).toContain('POST /api/v1/noauth/signup');
    expect(receiver.text()).not.toContain(canary);
  });

  test('a caller from outside cannot join a trace, nor make one be kept', async () => {
    const traceId = 'a'.repeat(32);
    const traceparent = `00-${traceId}-${'b'.repeat(16)}-01`;
    await server.call('getVersion', {}, { headers: { traceparent } });
    const span = await spanOfCall('getVersion');
    expect(span.traceId).not.toBe(traceId);
    expect(span.parentSpanId ?? '').toBe('');
  });
});

test('a collector that does not answer costs no call anything', async () => {
  const receiver = await startOtlpReceiver();
  const tracing = (await startTracing({ ...options, endpoint: receiver.endpoint }))!;
  await receiver.stop();
  const server = await startTestServer({ tracing });
  const statuses = await Promise.all(
    Array.from({ length: 50 }, async () => (await server.call('getVersion')).status),
  );
  expect(new Set(statuses)).toEqual(new Set([200]));
  await server.stop();
  const stopping = Date.now();
  await tracing.stop();
  expect(Date.now() - stopping).toBeLessThan(4000);
});
