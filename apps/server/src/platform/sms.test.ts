import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startTextCatcher } from '@cairn/testing/text-catcher/catcher';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { e164, NumberRefused, SmsClient } from './sms.ts';

const account = { accountSid: 'AC1', authToken: 'secret' };
let catcher: Awaited<ReturnType<typeof startTextCatcher>>;

beforeAll(async () => {
  catcher = await startTextCatcher({ port: 0, ...account });
});
afterAll(() => catcher.stop());

const sender = (over: object = {}) =>
  new SmsClient({
    apiUrl: catcher.url,
    ...account,
    from: '+15550100000',
    statusUrl: undefined,
    ...over,
  });

test('a text message arrives as it was written', async () => {
  const body = 'Größe & <b>+1</b>\nTo=+19999999999&Body=other';
  await sender().send('+15550100199', body, 'id');
  expect(catcher.messages[0]).toMatchObject({ to: '+15550100199', from: '+15550100000', body });
});

test('an impossible phone number is told apart from a service that fails', async () => {
  await expect(sender().send('+1', 'hello', 'id')).rejects.toBeInstanceOf(NumberRefused);
  const locked = sender({ authToken: 'wrong' }).send('+15550100199', 'the text 123456', 'id');
  await expect(locked).rejects.toThrow('the text message service answered 401, code 20003');
  await expect(locked).rejects.not.toThrow('123456');
});

test('numbers are written as the network wants them [R270]', () => {
  expect(e164('555-010-0199')).toBe('+15550100199');
  expect(e164('(555) 010 0199')).toBe('+15550100199');
  expect(e164('1 555 010 0199')).toBe('+15550100199');
  expect(e164('+49 555.010.0199')).toBe('+495550100199');
  expect(e164('+999 555 010 0199')).toBeUndefined();
});

test('a redirect is refused, and neither number nor text goes where it leads', async () => {
  const servers: Server[] = [];
  const serve = async (handle: RequestListener) => {
    const server = createServer(handle);
    servers.push(server);
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  };
  let reached = 0;
  const elsewhere = await serve((_, answer) => {
    reached += 1;
    answer.end('{}');
  });
  const apiUrl = await serve((_, answer) => {
    answer.writeHead(307, { location: elsewhere }).end();
  });
  await expect(sender({ apiUrl }).send('+15550100199', 'hello', 'id')).rejects.toThrow();
  expect(reached).toBe(0);
  for (const server of servers) server.close();
});
