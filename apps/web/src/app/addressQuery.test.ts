import { expect, it } from 'vitest';
import { parseQuery, stringifyQuery } from './addressQuery.ts';

it('the query of an address reads back as written', () => {
  const query = { phase: ['a', 'b'], type: 'SBA_504', logout: '' };
  expect(stringifyQuery(query)).toBe('?phase=a&phase=b&type=SBA_504&logout=');
  expect(parseQuery('?phase=a&phase=b&type=SBA_504&logout')).toEqual(query);
  expect(stringifyQuery({ phase: undefined })).toBe('');
});
