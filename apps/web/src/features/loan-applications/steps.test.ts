import { describe, expect, it } from 'vitest';
import { after, isStep, nextStep, statusOf, stepsFor } from './steps.ts';

const draft = {
  state: 'DRAFT' as const,
  ownLoanEntityId: 'e',
  documents: { asked: 3, answered: 1 },
  lacking: [{ step: 'people' as const, text: 'Grace Obi has to say her own' }],
};

describe('the way through an application', () => {
  it('leads to the first step that lacks something', () => {
    expect(nextStep(draft)).toBe('people');
    expect(nextStep({ ...draft, lacking: [] })).toBe('submit');
  });

  it('does not wait for documents or collateral', () => {
    expect(statusOf('documents', draft)).toBe('optional');
    expect(statusOf('documents', { ...draft, documents: { asked: 3, answered: 3 } })).toBe('done');
    expect(statusOf('collateral', draft)).toBe('optional');
    expect(statusOf('business', draft)).toBe('done');
  });

  it('has no own-information step for a user who is no person in it', () => {
    expect(stepsFor({ ...draft, ownLoanEntityId: null })).not.toContain('own-info');
    expect(after('collateral', { ...draft, ownLoanEntityId: null })).toBe('documents');
    expect(after('submit', draft)).toBeUndefined();
  });

  it('knows its steps from other words in the address', () => {
    expect(isStep('own-info')).toBe(true);
    expect(isStep('toString')).toBe(false);
  });
});
