import { accounts } from './accounts.ts';
import { companies } from './companies.ts';
import { documents } from './documents.ts';
import { elements } from './elements.ts';
import { events } from './events.ts';
import { identity } from './identity.ts';
import { loans } from './loans.ts';

export * from './constants.ts';
export * from './endpoint.ts';
export * from './errors.ts';
export type { PhaseWithTotals, Phase } from './companies.ts';
export type { Document } from './documents.ts';
export type { Element } from './elements.ts';
export type { ChangeNotice } from './events.ts';
export type { LoggedUser } from './identity.ts';
export type { Loan, LoanSummary } from './loans.ts';
export type { Person } from './shapes.ts';

/** Every call the server answers, by name. */
export const contract = {
  ...identity,
  ...accounts,
  ...companies,
  ...loans,
  ...elements,
  ...documents,
  ...events,
};
export type Contract = typeof contract;
export type CallName = keyof Contract;
