import { expect, test } from 'vitest';
import { z } from 'zod';
import { replyOptions } from './reply-serializer.ts';

test('a reply is written by what its schema lists, and its serializer is made once', () => {
  const reply = z.object({ id: z.uuid(), note: z.string().nullable() });
  const serializer = replyOptions(reply).serializerCompiler();
  expect(serializer({ id: 'one', note: null, secret: 'two' })).toBe('{"id":"one","note":null}');
  expect(replyOptions(reply).serializerCompiler()).toBe(serializer);
  expect(replyOptions(z.object({ id: z.string() })).serializerCompiler()).not.toBe(serializer);
});
