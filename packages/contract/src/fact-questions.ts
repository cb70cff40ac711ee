/**
 * Facts that a borrower knows best. Each is asked as one question, and its answer decides the requests that depend on
 * it.
 */
import type { Fact } from './conditions.ts';

export const ASKED_FACTS = [
  'loan.hasConstruction',
  'loan.isChangeOfOwnership',
  'loan.isFranchise',
  'entity.isStartup',
] as const satisfies readonly Fact[];
export type AskedFact = (typeof ASKED_FACTS)[number];

export const isAskedFact = (fact: Fact): fact is AskedFact =>
  (ASKED_FACTS as readonly Fact[]).includes(fact);

/** Names of facts in a sentence: "answered yes about construction". */
export const FACT_NAMES: Record<AskedFact, string> = {
  'loan.hasConstruction': 'construction',
  'loan.isChangeOfOwnership': 'a change of ownership',
  'loan.isFranchise': 'a franchise',
  'entity.isStartup': 'a start-up',
};

/** Without a name if the question is about the loan. */
export const FACT_QUESTIONS: Record<AskedFact, (entityName: string | null) => string> = {
  'loan.hasConstruction': () => 'Will part of the loan pay for building or renovating?',
  'loan.isChangeOfOwnership': () => 'Is this loan to buy a business or to buy out an owner?',
  'loan.isFranchise': () => 'Is the business a franchise?',
  'entity.isStartup': (name) => `Has ${name ?? 'the business'} been open for less than two years?`,
};
