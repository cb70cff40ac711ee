import type { LoanRole, Party } from '@cairn/contract';
import { describe, expect, it } from 'vitest';
import {
  askedWhen,
  consequence,
  contactsOf,
  invitationChip,
  partIn,
  sideOf,
} from './memberText.ts';

const party = (role: LoanRole, over: Partial<Party> = {}): Party => ({
  id: role,
  givenName: 'Ada',
  familyName: 'Moss',
  emailAddress: 'ada@example.com',
  displayName: 'Ada Moss',
  initials: 'AM',
  userKind: 'USER',
  userType: null,
  roles: [{ loanRoleId: `part of ${role}`, role }],
  labels: [],
  worksHere: false,
  invitation: null,
  contact: null,
  abilities: { edit: true, remove: true, invite: true },
  ...over,
});
const contact = (relatedTo: { loanRoleId: string; displayName: string } | null) => ({
  relationId: 'r',
  relatedTo,
  subrole: { id: 's', name: 'Accountant' },
  phone: null,
});
const invited = (state: 'NOT_SENT' | 'OPEN' | 'EXPIRED' | 'DECLINED') => ({
  invitation: { state, sentAt: null, expiresAt: null, invitedBy: null },
});

describe('people on a loan', () => {
  it('are listed on the side of their first role', () => {
    expect(sideOf(party('UNDERWRITER_LENDER'))).toBe('lenders');
    expect(sideOf(party('PRINCIPAL'))).toBe('borrowers');
    expect(sideOf(party('OTHER'))).toBe('contacts');
    const both = party('BORROWER');
    both.roles.push({ loanRoleId: 'more', role: 'LENDER' });
    expect(sideOf(both)).toBe('lenders');
  });

  it('are named by what they are, contacts by whose they are', () => {
    expect(partIn(party('LEAD_BORROWER'))).toBe('Lead borrower');
    const elena = { loanRoleId: 'x', displayName: 'Elena Marsh' };
    expect(partIn(party('KEY_CONTACT', { contact: contact(elena) }))).toBe(
      'Accountant of Elena Marsh',
    );
    expect(partIn(party('KEY_CONTACT', { contact: contact(null) }))).toBe('Accountant');
  });

  it('show the state of their invitation', () => {
    expect(invitationChip(party('BORROWER'))).toBeNull();
    const labels = (['NOT_SENT', 'OPEN', 'EXPIRED', 'DECLINED'] as const).map(
      (state) => invitationChip(invited(state))?.label,
    );
    expect(labels).toEqual(['Not invited yet', 'Invited', 'Invitation expired', 'Declined']);
    const invitation = { state: 'OPEN' as const, sentAt: '2026-03-05T12:00:00Z', expiresAt: null };
    const now = new Date('2026-03-05T12:00:20Z');
    expect(askedWhen({ invitation: { ...invitation, invitedBy: 'Dana Whitfield' } }, now)).toBe(
      'Invited just now by Dana Whitfield',
    );
    expect(askedWhen(invited('NOT_SENT'), now)).toBeNull();
  });

  it('lose what is really taken from them', () => {
    expect(consequence(party('LENDER', { worksHere: true }), 'Northgate')).toContain(
      'Like everyone at Northgate, they can still view it',
    );
    expect(consequence(party('UNDERWRITER_LENDER'), 'Northgate')).toContain('immediately');
    expect(consequence(party('BORROWER'), 'Northgate')).toContain('What they sent stays');
    expect(consequence(party('BORROWER', invited('OPEN')), 'Northgate')).toContain('stops working');
    expect(consequence(party('BORROWER', invited('NOT_SENT')), 'Northgate')).toContain(
      'No invitation has been sent',
    );
  });

  it('leave their contacts behind', () => {
    const elena = party('BORROWER');
    const theirs = party('OTHER', {
      displayName: 'Jonas Weber',
      contact: contact({ loanRoleId: 'part of BORROWER', displayName: 'Elena Marsh' }),
    });
    expect(contactsOf(elena, [elena, theirs])).toEqual(['Jonas Weber']);
    expect(contactsOf(theirs, [elena, theirs])).toEqual([]);
  });
});
