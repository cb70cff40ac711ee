import { describe, expect, test, vi } from 'vitest';
import { parseReply } from './parse-reply.ts';

const HEAD = 'From: Elena Marsh <elena@mail.example>\r\nMessage-ID: <reply@mail.example>\r\n';
const email = (type: string, body: string, more = ''): Buffer =>
  Buffer.from(`${HEAD}Content-Type: ${type}\r\n${more}\r\n${body}`);
type Part = readonly [type: string, content: string, more?: string];
const parts = (...all: Part[]): string =>
  `${all.map(([type, content, more = '']) => `--b\r\nContent-Type: ${type}\r\n${more}\r\n${content}\r\n`).join('')}--b--\r\n`;
const mixed = (...all: Part[]): Buffer => email('multipart/mixed; boundary="b"', parts(...all));
const BASE64 = 'Content-Transfer-Encoding: base64\r\n';
const attached = (name: string): string => `Content-Disposition: attachment; ${name}\r\n`;
const filesOf = async (mail: Buffer): Promise<[string, string][]> =>
  ((await parseReply(mail))?.files ?? []).map(({ name, bytes }) => [
    name,
    Buffer.from(bytes).toString(),
  ]);

describe('an email that is made to cost time', () => {
  const kinds: Record<string, (times: number) => Buffer> = {
    'with blank lines': (times) => email('text/plain', '\n'.repeat(times)),
    'with blank lines before HTML': (times) =>
      mixed(['text/html', '<p>x'], ['text/plain', '\n'.repeat(times)]),
    'with unfinished links beside a text': (times) =>
      mixed(['text/plain', 'x'], ['text/html', '<a href="'.repeat(times / 9)]),
    'with padded Base64': (times) =>
      mixed(['application/pdf; name=a.pdf', 'Q=='.repeat(times / 3), BASE64]),
    'with padded Base64 in many files': (times) => {
      const file: Part = ['application/pdf; name=a.pdf', 'Q=='.repeat(times / 150), BASE64];
      return mixed(...Array.from({ length: 450 }, () => file));
    },
    'with padded Base64 as its text': (times) =>
      email('text/plain', 'Q=='.repeat(times / 3), BASE64),
    'with short lines that flow': (times) =>
      email('text/plain; format=flowed', 'a \r\n'.repeat(times / 4)),
    'with many boundaries that are none': (times) =>
      email('multipart/mixed; boundary=b', '\n-'.repeat(times / 2)),
    'with addresses in its From line': (times) =>
      Buffer.from(`From: ${'g:'.repeat(times / 2)}\r\n\r\nx`),
    'with headers and no end of them': (times) => Buffer.from('X: y\r\n'.repeat(times / 6)),
  };
  test.each(Object.entries(kinds))('%s is read, or refused, in no time', async (_, make) => {
    const bytes = make(2_000_000);
    const before = process.cpuUsage();
    await parseReply(bytes);
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1000).toBeLessThan(1500);
  });
});

test('parts within parts take no more memory than the email', async () => {
  let body = `Content-Type: application/pdf; name=a.pdf\r\n${BASE64}\r\n${'QUFB'.repeat(2_000_000)}`;
  for (let depth = 0; depth < 19; depth += 1) {
    body = `Content-Type: multipart/mixed; boundary=b${depth}\r\n\r\n--b${depth}\r\n${body}\r\n--b${depth}--`;
  }
  const bytes = Buffer.from(HEAD + body);
  const concat = vi.spyOn(Buffer, 'concat');
  const read = await parseReply(bytes);
  expect(read?.files).toMatchObject([{ name: 'a.pdf' }]);
  const copied = concat.mock.results.reduce((sum, { value }) => sum + value.length, 0);
  concat.mockRestore();
  expect(copied).toBeLessThan(bytes.length);
});

test.each([
  ['two From lines', 'From: elena@mail.example\r\nFrom: x@evil.example\r\n'],
  [
    'a From line with a space before the colon',
    'From : elena@mail.example\r\nFrom: x@evil.example\r\n',
  ],
  [
    'an indented From line at its beginning',
    ' From: elena@mail.example\r\nFrom: x@evil.example\r\n',
  ],
  ['two senders', 'From: elena@mail.example, x@evil.example\r\n'],
  ['two senders on two lines', 'From: elena@mail.example,\r\n x@evil.example\r\n'],
])('an email with %s is refused: which one was verified is not known', async (_, from) => {
  expect(await parseReply(Buffer.from(`${from}\r\nYes.`))).toBeUndefined();
});

describe('of an email', () => {
  test('parts are found where lines with the boundary are, and nowhere else', async () => {
    const read = (body: string) => parseReply(email('multipart/mixed; boundary=b', body));
    const words = async (body: string) => (await read(body))?.body;
    expect(await words('--b\r\n\r\none\r\n--b\r\n\r\ntwo\r\n--b--\r\nafter')).toBe('one\n\ntwo');
    expect(await words('before\n--b\n\none\n--b\n--b\n\ntwo\n--b')).toBe('one\n\ntwo');
    expect(await words('--bc\r\n--b \r\n\r\nx --b\r\n--bc\r\n--b--')).toBe('x --b\n--bc');
    expect(await words('--b\n\n--b--')).toBe('');
    expect(await words('--b--\n--b\n\none')).toBe('');
  });

  test('one of its alternatives is read, and what follows a file, too', async () => {
    const alternatives = parts(['text/plain', 'Yes.'], ['text/html', '<p>Yes, as HTML.</p>']);
    const inner = `multipart/alternative; boundary=c`;
    const read = await parseReply(
      mixed(
        [inner, alternatives.replaceAll('--b', '--c')],
        ['application/pdf', '%PDF-', attached('filename=a.pdf')],
        ['text/plain; charset=utf-8', 'Sent from my phone — see you'],
      ),
    );
    expect(read?.body).toBe('Yes.\n\nSent from my phone — see you');
    expect(read).toMatchObject({
      from: 'elena@mail.example',
      messageId: '<reply@mail.example>',
      isAutomatic: false,
    });
  });

  test('words in other character sets, in lines that flow, and in quoted-printable are read', async () => {
    const quoted = 'Content-Transfer-Encoding: quoted-printable\r\n';
    const latin = await parseReply(
      email('text/plain; charset=iso-8859-1', 'caf=E9 =\r\nopen', quoted),
    );
    expect(latin?.body).toBe('café open');
    const flowed = await parseReply(email('text/plain; format=flowed', 'Yes, on \r\nMonday.\r\n'));
    expect(flowed?.body).toBe('Yes, on Monday.');
  });

  test('files are decoded, whatever their name and encoding', async () => {
    const pdf = Buffer.from('%PDF-1.4\nbytes').toString('base64');
    expect(
      await filesOf(
        mixed(
          ['application/pdf', pdf, BASE64 + attached("filename*=utf-8''r%C3%A9sum%C3%A9.pdf")],
          ['application/pdf', 'UTE=\r\nUTI=', BASE64 + attached('filename="padded.pdf"')],
          [
            'text/csv',
            'a=3D1,=\r\nb',
            `Content-Transfer-Encoding: quoted-printable\r\n${attached('filename="a.csv"')}`,
          ],
          ['text/plain', 'a text\r\n', attached('filename="=?utf-8?Q?caf=C3=A9.txt?="')],
        ),
      ),
    ).toEqual([
      ['résumé.pdf', '%PDF-1.4\nbytes'],
      ['padded.pdf', 'Q1Q2'],
      ['a.csv', 'a=1,b'],
      ['café.txt', 'a text\r\n'],
    ]);
  });

  test('pictures of signatures and forwarded emails are left out', async () => {
    const picture = 'Content-ID: <logo>\r\n';
    const related = parts(
      ['text/html', '<p>Yes</p><img src="cid:logo">'],
      ['image/png; name=logo.png', 'iVBORw0K', BASE64 + picture],
    );
    const read = await parseReply(
      mixed(
        ['multipart/related; boundary=c', related.replaceAll('--b', '--c')],
        ['message/rfc822', `${HEAD}\r\nDana’s words`],
      ),
    );
    expect(read?.body).toBe('Yes');
    expect(read?.files).toEqual([]);
  });

  test('that nests deeper than any program does, nothing is read', async () => {
    let body = 'x';
    for (let depth = 0; depth < 30; depth += 1) {
      body = `Content-Type: multipart/mixed; boundary=b${depth}\r\n\r\n--b${depth}\r\n${body}\r\n--b${depth}--`;
    }
    expect(await parseReply(Buffer.from(HEAD + body))).toBeUndefined();
  });
});
