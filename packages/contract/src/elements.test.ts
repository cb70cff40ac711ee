import { expect, test } from 'vitest';
import { elements } from './elements.ts';

const { query } = elements.listElements;

test('a package is asked for in the CONVENTIONAL view, and with what is ACTIVE [R315] [R316]', () => {
  expect(query!.parse({})).toEqual({ view: 'CONVENTIONAL', status: 'ACTIVE' });
  expect(query!.parse({ status: 'TRASHED' })).toMatchObject({ view: 'CONVENTIONAL' });
  expect(query!.safeParse({ view: 'MINE' }).success).toBe(false);
  expect(query!.safeParse({ status: 'DELETED' }).success).toBe(false);
});
