import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { receive } from './office-host.ts';

test('bytes that come too slowly are not waited for', async () => {
  const raw = new Readable({ read() {} });
  raw.push('the first bytes');
  await expect(receive({ headers: {}, raw }, 50)).rejects.toMatchObject({ status: 408 });
  expect(raw.destroyed).toBe(true);
});

test('bytes that come in time are kept whole', async () => {
  const raw = Readable.from([Buffer.from('one '), Buffer.from('two')]);
  expect((await receive({ headers: {}, raw }, 1000)).toString()).toBe('one two');
});
