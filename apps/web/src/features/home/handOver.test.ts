import type { ContactRelation, Party } from '@cairn/contract';
import { describe, expect, it } from 'vitest';
import { assigneeChoices, assigneeOf, choiceWith } from './handOver.ts';

const party = (id: string, over: Partial<Party> = {}): Party =>
  ({
    id,
    displayName: id,
    emailAddress: `${id}@Example.com`,
    worksHere: false,
    roles: [{ loanRoleId: `part of ${id}`, role: 'BORROWER' }],
    invitation: null,
    ...over,
  }) as Party;
const invitation = { state: 'SENT' } as unknown as Party['invitation'];

describe('the people to whom a request is handed over', () => {
  const choices = assigneeChoices(
    [
      party('elena'),
      party('jonas'),
      party('ruth', { invitation }),
      party('dana', { worksHere: true }),
      party('uwe', { roles: [{ loanRoleId: 'u', role: 'UNDERWRITER_LENDER' }] }),
    ],
    'elena',
  );

  it('are those on the loan and those invited, but neither the caller nor lenders', () => {
    expect(choices.map(({ value, label }) => [value, label])).toEqual([
      ['user jonas', 'jonas'],
      ['invitation ruth', 'ruth (invited)'],
    ]);
  });

  it('are found by their address, and then need no invitation', () => {
    expect(choiceWith(choices, ' JONAS@example.com')?.value).toBe('user jonas');
    expect(choiceWith(choices, 'ruth@example.com')?.value).toBe('invitation ruth');
    expect(choiceWith(choices, 'new@example.com')).toBeUndefined();
    expect(choiceWith(choices, '')).toBeUndefined();
  });
});

it('hands a request to the account where a new contact was on the loan all along', () => {
  const relation = (id: string, state: unknown) =>
    ({ contactUser: { id }, invitation: state }) as unknown as ContactRelation;
  expect(assigneeOf(relation('account', null))).toBe('user account');
  expect(assigneeOf(relation('asked', invitation))).toBe('invitation asked');
});
