import type { LoggedUser } from '@cairn/contract';
import { describe, expect, test } from 'vitest';
import { articleFor } from './helpArticles.ts';

const articleOf = (address: string, roleLevel: LoggedUser['roleLevel']) =>
  articleFor(address, { roleLevel } as LoggedUser);

describe('help', () => {
  test.each([
    ['/loans/1/credit', 'check-credit'],
    ['/loans/1/sources-and-uses', 'balance-sources-and-uses'],
    ['/loans/1/entity/create', 'add-people-and-businesses'],
    ['/loans/1/applicant/create', 'add-people-and-businesses'],
    ['/loans/1/persons/2/edit', 'add-people-and-businesses'],
    ['/loans/1/lender/create', 'invite-people-to-a-loan'],
    ['/loans/1', 'work-on-a-loan'],
    ['/charts', undefined],
  ])('of %s is %s for a lender', (address, slug) => {
    expect(articleOf(address, 'LENDER')).toBe(slug);
  });

  test('of a driver’s license is for the person, not for the lender', () => {
    const address = '/loans/1/persons/2/drivers-license';
    expect(articleOf(address, 'BORROWER')).toBe('scan-your-drivers-license');
    expect(articleOf('/loans/1/persons/2/edit', 'BORROWER')).toBe('send-a-document');
  });
});
