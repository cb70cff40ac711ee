import type { LoggedUser } from '@cairn/contract';
import { expect, it } from 'vitest';
import { homeOf } from './home.ts';
import { safeReturn } from '../lib/routes.ts';

it('a log-in returns only to a path of this site', () => {
  expect(safeReturn('/loans/phases/origination?type=SBA_504')).toBe(
    '/loans/phases/origination?type=SBA_504',
  );
  for (const path of [undefined, '', '//evil.example', '/\\evil.example', 'https://evil.example']) {
    expect(safeReturn(path)).toBe('/');
  }
});

it('each role has a home by its name; borrowers and contacts share the applicant’s [R111]', () => {
  const company = { id: 'c', name: 'Northgate Bank' };
  const user = (roleLevel: LoggedUser['roleLevel']) =>
    ({ roleLevel, company: roleLevel === 'LENDER' ? company : null }) as LoggedUser;
  expect(homeOf(user('LENDER'))).toBe('/lender');
  expect(homeOf(user('ADMIN'))).toBe('/admin');
  expect(
    (['APPLICANT', 'BORROWER', 'CONTACT'] as const).map((level) => homeOf(user(level))),
  ).toEqual(['/applicant', '/applicant', '/applicant']);
});
