import { expect, test } from 'vitest';
import { linkOf, readToken, tokenOf } from './link.ts';
import { stateOf } from './state.ts';

const never = { sends: 1, accepted_at: null, declined_at: null, removed_at: null };
const now = new Date('2026-03-05T12:00:00Z');
const later = '2026-03-06T12:00:00Z';

test('an invitation is open until it is answered or revoked, or seven days are over', () => {
  expect(stateOf({ ...never, expires_at: later }, now)).toBe('OPEN');
  expect(stateOf({ ...never, expires_at: now.toISOString() }, now)).toBe('EXPIRED');
  for (const [field, state] of [
    ['accepted_at', 'ACCEPTED'],
    ['declined_at', 'DECLINED'],
    ['removed_at', 'REMOVED'],
  ] as const) {
    const row = { ...never, [field]: later };
    expect(stateOf({ ...row, expires_at: later }, now)).toBe(state);
    expect(stateOf({ ...row, expires_at: now.toISOString() }, now)).toBe(state);
  }
});

test('one that was never sent is neither open nor run out', () => {
  for (const expires_at of [later, now.toISOString()]) {
    expect(stateOf({ ...never, sends: 0, expires_at }, now)).toBe('NOT_SENT');
    expect(stateOf({ ...never, sends: 0, removed_at: later, expires_at }, now)).toBe('REMOVED');
  }
});

const KEY = 'a secret';
const invitation = { id: 'one', email_address: 'Ada@Example.com', stamp: 'first' };

test('a token is good for its invitation, its address and its sending alone', () => {
  const token = tokenOf(KEY, invitation);
  expect(readToken(KEY, invitation, token)).toBe('newest');
  expect(readToken(KEY, { ...invitation, email_address: 'ada@example.com' }, token)).toBe('newest');
  expect(readToken(KEY, { ...invitation, stamp: 'second' }, token)).toBe('replaced');
  expect(readToken(KEY, { ...invitation, id: 'two' }, token)).toBeUndefined();
  expect(
    readToken(KEY, { ...invitation, email_address: 'eve@example.com' }, token),
  ).toBeUndefined();
  expect(readToken('another secret', invitation, token)).toBeUndefined();
  // A token of another sending needs another signature.
  expect(readToken(KEY, invitation, token.replace('first', 'later'))).toBeUndefined();
  for (const broken of ['', '.', 'first', 'first.', `${token}x`, token.slice(0, -1)]) {
    expect(readToken(KEY, invitation, broken)).toBeUndefined();
  }
});

test('a link opens the page that asks, with nothing of the address in it', () => {
  const link = new URL(linkOf('https://cairn.example', KEY, invitation));
  expect(link.pathname).toBe('/auth/loan-role-verification');
  // In the fragment, which no server or proxy logs.
  expect([...link.searchParams.keys()]).toEqual(['id']);
  expect(link.hash).toBe(`#token=${tokenOf(KEY, invitation)}`);
  expect(link.href.toLowerCase()).not.toContain('ada');
});
