import type { Employee, Invitation } from '@cairn/contract';
import { expect, it } from 'vitest';
import { invitationSentence, OVER } from '../invitations/invitationText.ts';
import { inOrder, lastSeen, statusChip } from './employeeStatus.ts';

const now = new Date('2026-03-05T12:00:00');
const person = (over: Partial<Employee>): Employee => ({
  id: 'a',
  givenName: 'Ada',
  familyName: 'Moss',
  emailAddress: 'ada@example.com',
  level: 'EMPLOYEE',
  status: 'ACTIVE',
  jobTitle: null,
  phone: null,
  introduction: null,
  lastSeenAt: null,
  invitation: null,
  abilities: { edit: true, changeLevel: true, remove: true, resend: false, resetPassword: false },
  ...over,
});
const invited = (state: Invitation['state']): Employee =>
  person({
    status: 'INVITED',
    invitation: {
      state,
      sentAt: '2026-03-05T11:00:00',
      expiresAt: '2026-03-12T11:00:00',
      invitedBy: 'Dana',
    },
  });

it('shows the state of each employee', () => {
  expect(statusChip(person({})).label).toBe('Active');
  expect(statusChip(person({ status: 'LOCKED' })).label).toBe('Locked');
  expect(statusChip(person({ status: 'CLOSED' })).label).toBe('Closed');
  expect(statusChip(invited('OPEN')).label).toBe('Invited');
  expect(statusChip(invited('EXPIRED')).label).toBe('Invitation expired');
  expect(statusChip(invited('DECLINED')).label).toBe('Declined');
});

it('shows when an employee was last active, or was invited', () => {
  expect(lastSeen(person({}), now)).toBe('Never');
  expect(lastSeen(person({ lastSeenAt: '2026-03-05T11:58:00' }), now)).toBe('2 min ago');
  expect(lastSeen(invited('OPEN'), now)).toBe('Invited 1 h ago');
  const before = invited('OPEN');
  const weekAgo = { ...before.invitation!, sentAt: '2026-02-24T11:00:00' };
  expect(lastSeen({ ...before, invitation: weekAgo }, now)).toBe('Invited Feb 24, 2026');
});

it('lists colleagues by the name that is shown, and those who were asked after them', () => {
  const ids = inOrder([
    { ...invited('OPEN'), id: 'asked', givenName: 'Abel' },
    person({ id: 'z', givenName: 'Zoe' }),
    person({ id: 'b', givenName: 'Bo' }),
  ]).map(({ id }) => id);
  expect(ids).toEqual(['b', 'z', 'asked']);
});

it('says who asks for what, and why a link is over', () => {
  const invitation: Invitation = {
    id: 'i',
    state: 'OPEN',
    kind: 'EMPLOYEE',
    company: { id: 'c', name: 'Northgate Bank' },
    invitedBy: 'Dana Whitfield',
    emailAddress: 'ada@example.com',
    givenName: 'Ada',
    familyName: 'Moss',
    level: 'OWNER',
    role: null,
    loan: null,
    expiresAt: '2026-03-12T11:00:00',
  };
  expect(invitationSentence(invitation)).toBe(
    'Dana Whitfield has invited you to run Northgate Bank as an owner.',
  );
  expect(invitationSentence({ ...invitation, level: 'EMPLOYEE', invitedBy: null })).toBe(
    'Someone has invited you to work for Northgate Bank as an employee.',
  );
  expect(
    invitationSentence({
      ...invitation,
      kind: 'LOAN_ROLE',
      level: null,
      role: 'LEAD_BORROWER',
      loan: { id: 'l', name: 'Larkspur' },
    }),
  ).toContain('upload documents for the loan “Larkspur” at Northgate Bank as the lead borrower');
  expect(OVER.REPLACED.text).toContain('newest');
});
