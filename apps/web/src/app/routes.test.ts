import { expect, it } from 'vitest';
import { safeReturn } from './routes.ts';

it('returns only to a path of this site', () => {
  expect(safeReturn('/loans/phases/origination?type=SBA_504')).toBe(
    '/loans/phases/origination?type=SBA_504',
  );
  for (const path of [undefined, '', '//evil.example', '/\\evil.example', 'https://evil.example']) {
    expect(safeReturn(path)).toBe('/');
  }
});
