/** Replies by email: whose message they become, and which are refused. */
import {
  correspondence,
  emailTo,
  startTestServer,
  startTestWorker,
  until,
  type Correspondence,
  type Correspondent,
  type TestServer,
} from '@cairn/testing';
import type { Message } from '@cairn/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readConfig } from '../../platform/config.ts';
import { replyAddressOf } from '../../platform/email/bounce-address.ts';

const TOKEN = 'token of the mail server for replies';
let server: TestServer;
let worker: { stop(): Promise<void> };
let scene: Correspondence;
let dana: Correspondent;
let elena: Correspondent;
let first: Message;
let address: string;

beforeAll(async () => {
  const { mail } = readConfig();
  server = await startTestServer({
    config: {
      replyToken: TOKEN,
      limitFactor: 1,
      messageDigestSeconds: 1,
      mail: { ...mail, replyAddress: 'reply@mail.example' },
    },
  });
  worker = await startTestWorker(server);
}, 60_000);
afterAll(async () => {
  await worker.stop();
  await server.stop();
});
beforeEach(async () => {
  scene = await correspondence(server);
  ({ dana, elena } = scene);
  first = await scene.begin(dana, [elena], 'Is the lease signed?');
  const { rows } = await server.owner.query<{ id: string }>(
    `insert into cairn.reply_address (company_id, thread_id, account_id, loan_id) values ($1, $2, $3, $4)
      on conflict (company_id, thread_id, account_id) do update set loan_id = excluded.loan_id returning id`,
    [scene.company.id, first.messageThread.id, elena.account.id, scene.loan.id],
  );
  address = replyAddressOf('reply@mail.example', server.config.secretKey, rows[0]!.id);
});

interface SentReply {
  to?: string;
  from?: string;
  token?: string;
  headers?: string[];
  type?: string;
  body?: string;
  id?: string;
}

let count = 0;
const mail = ({
  from,
  headers = [],
  type = 'text/plain; charset=utf-8',
  body,
  id,
}: SentReply): string =>
  [
    `From: Elena Marsh <${from ?? elena.account.emailAddress}>`,
    'To: reply@mail.example',
    `Message-ID: <${id ?? `reply-${(count += 1)}-${Date.now()}`}@mail.example>`,
    'Subject: Re: Dana sent you a message',
    'MIME-Version: 1.0',
    `Content-Type: ${type}`,
    ...headers,
    '',
    body ?? 'Yes, on Monday.',
  ].join('\r\n');

const handOver = async (reply: SentReply, raw: string | Buffer = mail(reply)): Promise<number> => {
  const answer = await server.app.inject({
    method: 'POST',
    url: '/api/v2/webhook/reply',
    headers: {
      'content-type': 'message/rfc822',
      'x-recipient': reply.to ?? address,
      authorization: `Bearer ${reply.token ?? TOKEN}`,
    },
    payload: raw,
  });
  return answer.statusCode;
};
const listMessages = async (): Promise<Message[]> => {
  const { body } = await server.call(
    'listThreadMessages',
    { params: { id: first.messageThread.id } },
    dana.as,
  );
  return body.messages.filter(({ id }) => id !== first.id);
};

test('the email about a message is answered at an address of its own, and the answer is the reader’s message', async () => {
  const email = await emailTo(elena.account.emailAddress, 'sent you a message');
  const replyTo = /reply\+[0-9a-f]{52}@mail\.example/.exec(JSON.stringify(email));
  expect(email.text).toContain('by replying to this email');
  const body = [
    'Yes, on Monday.',
    '',
    '- both of us',
    '',
    'On Wed, Nov 18, 2026 at 9:02 AM Northgate Bank <no-reply@mail.example> wrote:',
    '> Dana Lender sent you a message',
  ].join('\r\n');
  expect(await handOver({ to: replyTo![0].toUpperCase(), body })).toBe(204);
  expect(await listMessages()).toMatchObject([
    {
      body: 'Yes, on Monday.\n\n- both of us',
      createdByUser: { id: elena.account.id },
      read: false,
      attachments: [],
    },
  ]);
  expect(await scene.unread(dana)).toBe(1);
}, 60_000);

test('files of an answer go to the shoebox of the loan, are scanned, and are named at the message', async () => {
  const part = (head: string[], content: string) =>
    ['--b', ...head, 'Content-Transfer-Encoding: base64', '', content, ''].join('\r\n');
  const pdf = Buffer.from('%PDF-1.4\n%%EOF').toString('base64');
  const attached = (name: string) => [
    'Content-Type: application/pdf',
    `Content-Disposition: attachment; filename="${name}"`,
  ];
  const body = [
    ['--b', 'Content-Type: text/plain', '', 'Here it is.', ''].join('\r\n'),
    part(attached('../../etc/Lease.pdf'), pdf),
    part(attached('run.exe'), pdf),
    part(
      [
        'Content-Type: image/png',
        'Content-Disposition: inline; filename="logo.png"',
        'Content-ID: <l>',
      ],
      pdf,
    ),
    '--b--',
  ].join('\r\n');
  expect(await handOver({ type: 'multipart/mixed; boundary=b', body })).toBe(204);
  expect(await listMessages()).toMatchObject([
    { body: 'Here it is.', attachments: [{ name: 'Lease.pdf' }] },
  ]);
  const { body: shoebox } = await server.call(
    'listLoanShoebox',
    { query: { loanId: [scene.loan.id] } },
    dana.as,
  );
  expect(shoebox.items.map(({ title }) => title)).toEqual(['Lease.pdf']);
  const [file] = (await listMessages())[0]!.attachments;
  const state = () =>
    server.owner
      .query<{ state: string }>(
        'select virus_scan_state as state from cairn.document where id = $1',
        [file!.id],
      )
      .then(({ rows }) => rows[0]!.state);
  expect(
    await until(async () => ((await state()) === 'PENDING' ? undefined : state()), 40_000),
  ).not.toBe('PENDING');
}, 60_000);

test('an email that is handed over again is one message', async () => {
  const reply = { id: `once-${Date.now()}` };
  const answers = await Promise.all([handOver(reply), handOver(reply), handOver(reply)]);
  expect(answers).toEqual([204, 204, 204]);
  expect(await listMessages()).toHaveLength(1);
});

describe('not taken', () => {
  test('from another address, at an address that is not ours, or without the token', async () => {
    expect(await handOver({ from: 'mallory@mail.example' })).toBe(403);
    expect(await handOver({ to: address.replace(/.(?=@)/, (c) => (c === '0' ? '1' : '0')) })).toBe(
      403,
    );
    expect(await handOver({ to: 'reply@mail.example' })).toBe(403);
    expect(await handOver({ token: 'guessed guessed guessed' })).toBe(403);
    expect(await listMessages()).toEqual([]);
  });

  test('of a person who left the loan', async () => {
    await server.owner.query('delete from cairn.loan_role where account_id = $1', [
      elena.account.id,
    ]);
    expect(await handOver({})).toBe(403);
    expect(await listMessages()).toEqual([]);
  });

  test('with more parts than a person attaches: refused before they are parsed', async () => {
    const body = '--b\r\n'.repeat(200_000);
    const before = process.memoryUsage().heapUsed;
    const startedAt = performance.now();
    expect(await handOver({ type: 'multipart/mixed; boundary=b', body })).toBe(403);
    expect(performance.now() - startedAt).toBeLessThan(2000);
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(50_000_000);
  });

  test('for a shoebox without room: refused for good, and no upload is counted', async () => {
    await server.owner.query(
      `with file as (
         insert into cairn.document (company_id, id, loan_id, name, provider, object_key, size, created_by)
         select $1, gen_random_uuid(), $2, 'a.pdf', 'S3', 'given/' || gen_random_uuid(), 1, $3
         from generate_series(1, 1000) returning id)
       insert into cairn.shoebox_item (company_id, id, loan_id, document_id, shoebox_type, title, user_id, uploaded_by)
       select $1, gen_random_uuid(), $2, id, 'LOAN', 'a', $3, $3 from file`,
      [scene.company.id, scene.loan.id, elena.account.id],
    );
    const countRows = async (): Promise<unknown> =>
      (
        await server.owner.query('select * from cairn.upload_quota where holder = $1', [
          elena.account.id,
        ])
      ).rows;
    const before = await countRows();
    const body = [
      ...['--b', 'Content-Type: application/pdf'],
      ...['Content-Disposition: attachment; filename="Lease.pdf"', '', '%PDF-1.4', '--b--'],
    ].join('\r\n');
    expect(await handOver({ type: 'multipart/mixed; boundary=b', body })).toBe(403);
    expect(await countRows()).toEqual(before);
    expect(await listMessages()).toEqual([]);
  });

  test('written by a program: dropped without an answer', async () => {
    const automatic = [
      ['Auto-Submitted: auto-replied'],
      ['Precedence: bulk'],
      ['List-Id: <list.example>'],
      ['Return-Path: <>'],
    ];
    for (const headers of automatic) expect(await handOver({ headers })).toBe(204);
    expect(await handOver({ type: 'multipart/report; boundary=b', body: '--b--' })).toBe(204);
    expect(await listMessages()).toEqual([]);
  });

  test('without words of its own, or not an email', async () => {
    expect(await handOver({ body: '> Dana sent you a message' })).toBe(403);
    expect(await handOver({}, Buffer.from([0, 1, 2, 255]))).toBe(403);
    expect(await listMessages()).toEqual([]);
  });

  test('larger than an email may be', async () => {
    expect(await handOver({}, Buffer.alloc(26 * 1024 * 1024, 'x'))).toBe(400);
  });

  test('more than thirty in an hour: the mail server tries again later', async () => {
    const answers: number[] = [];
    for (let replies = 0; replies < 31; replies += 1) {
      answers.push(await handOver({ headers: ['Auto-Submitted: auto-replied'] }));
    }
    expect(answers.filter((status) => status === 429)).toHaveLength(1);
  });
});

test('of an HTML email the words are taken, as text', async () => {
  const body =
    '<html><head><style>p{}</style></head><body><p>It&rsquo;s &lt;b&gt; signed</p><script>x()</script>' +
    '<div>See <a href="javascript:x()">here</a></div><blockquote>Dana wrote</blockquote></body></html>';
  expect(await handOver({ type: 'text/html; charset=utf-8', body })).toBe(204);
  const [message] = await listMessages();
  expect(message!.body).toContain('It’s <b> signed');
  expect(message!.body).not.toContain('Dana wrote');
  expect(message!.body).not.toContain('x()');
});
