import type { Loan, PhaseCategory } from '@cairn/contract';
import { describe, expect, test } from 'vitest';
import { nextPhase, otherPhases, trackOf } from './moves.ts';

const phase = (name: string, category: PhaseCategory, displayOrder: number) => ({
  id: name,
  name,
  category,
  displayOrder,
});
const PHASES = [
  phase('Closing', 'ORIGINATION', 3),
  phase('Inquiry', 'LEAD', 1),
  phase('Paid off', 'ARCHIVE', 1),
  phase('Application', 'ORIGINATION', 1),
  phase('Servicing', 'PORTFOLIO', 1),
  phase('Underwriting', 'ORIGINATION', 2),
];
const loanIn = (name: string, nextCategories: PhaseCategory[]): Loan =>
  ({ loanPhase: PHASES.find(({ id }) => id === name), nextCategories }) as unknown as Loan;

describe('moving a loan on', () => {
  test('goes to the next phase of its stage, then to the first of the next stage', () => {
    expect(nextPhase(PHASES, loanIn('Application', ['ORIGINATION']))?.name).toBe('Underwriting');
    expect(nextPhase(PHASES, loanIn('Closing', ['ORIGINATION', 'PORTFOLIO']))?.name).toBe(
      'Servicing',
    );
  });
  test('is not offered without permission, nor into the archive', () => {
    expect(nextPhase(PHASES, loanIn('Application', []))).toBeUndefined();
    expect(nextPhase(PHASES, loanIn('Servicing', ['PORTFOLIO', 'ARCHIVE']))).toBeUndefined();
  });
  test('elsewhere: what the server allows, by stage, without the phase it is in', () => {
    const groups = otherPhases(PHASES, loanIn('Underwriting', ['ORIGINATION', 'ARCHIVE']));
    expect(groups.map(([stage, phases]) => [stage, phases.map(({ name }) => name)])).toEqual([
      ['ORIGINATION', ['Application', 'Closing']],
      ['ARCHIVE', ['Paid off']],
    ]);
  });
});

test('the track shows the stage as far as the loan has come', () => {
  expect(
    trackOf(PHASES, loanIn('Underwriting', [])).map(({ name, state }) => [name, state]),
  ).toEqual([
    ['Application', 'done'],
    ['Underwriting', 'current'],
    ['Closing', 'ahead'],
  ]);
});
