import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { idOfBounceAddress } from './bounce-address.ts';
import { Mailer } from './mailer.ts';

/** Commands received by a mail server without TLS, line by line. */
const smtpLines: string[] = [];
let server: Server;
let smtpUrl: string;

beforeAll(async () => {
  server = createServer((socket) => {
    socket.on('error', () => {});
    socket.write('220 plain.example\r\n');
    let inBody = false;
    createInterface({ input: socket }).on('line', (line) => {
      smtpLines.push(line);
      if (inBody) {
        if (line !== '.') return;
        inBody = false;
        socket.write('250 taken\r\n');
        return;
      }
      const verb = line.split(' ')[0]!.toUpperCase();
      inBody = verb === 'DATA';
      const answers: Record<string, string> = {
        DATA: '354 go on',
        STARTTLS: '502 no',
        QUIT: '221 bye',
      };
      socket.write(`${answers[verb] ?? '250 plain.example'}\r\n`);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  smtpUrl = `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => void server.close());

const email = {
  to: 'elena@example.com',
  from: 'Cairn',
  subject: 'Code',
  text: 'ABCD',
  html: '<p>ABCD</p>',
};

const mailer = (over: Partial<ConstructorParameters<typeof Mailer>[0]>) =>
  new Mailer({
    smtpUrl,
    from: 'no-reply@cairn.example',
    requireTls: false,
    provider: 'smtp',
    sesConfigurationSet: undefined,
    bounceAddress: undefined,
    replyAddress: undefined,
    secretKey: 'a secret',
    ...over,
  });

test('each email has a signed return address of its own, and the header of its provider', async () => {
  const id = randomUUID();
  const sendgrid = mailer({ bounceAddress: 'bounces@mail.example', provider: 'sendgrid' });
  await sendgrid.send(email, id);
  sendgrid.close();
  const [, from = ''] = /MAIL FROM:<([^>]+)>/.exec(smtpLines.join('\n')) ?? [];
  expect(from).toMatch(/^bounces\+[0-9a-f]{52}@mail\.example$/);
  expect(from.split('@')[0]!.length).toBeLessThanOrEqual(64);
  expect(idOfBounceAddress(from.toUpperCase(), 'a secret')).toBe(id);
  expect(idOfBounceAddress(from, 'another secret')).toBeUndefined();
  const forged = from.replace(/\+./, (sign) => (sign === '+0' ? '+1' : '+0'));
  expect(idOfBounceAddress(forged, 'a secret')).toBeUndefined();
  expect(smtpLines.join('\n').replaceAll(/\r?\n[ \t]+/g, ' ')).toMatch(/x-smtpapi: ?\{.*cairn_id/i);
  smtpLines.length = 0;
});

test('with TLS required, nothing is said to a mail server that offers none', async () => {
  const strict = mailer({ requireTls: true });
  await expect(strict.send(email, randomUUID())).rejects.toThrow(/STARTTLS/);
  strict.close();
  expect(smtpLines.join('\n')).not.toMatch(/MAIL FROM|RCPT TO|DATA|ABCD/);
  const lax = mailer({ requireTls: false });
  await lax.send(email, randomUUID());
  lax.close();
  expect(smtpLines.join('\n')).toMatch(/RCPT TO:<elena@example\.com>/);
});
