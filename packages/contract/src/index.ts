import { accounts } from './accounts.ts';
import { companies } from './companies.ts';
import { documents } from './documents.ts';
import { elements } from './elements.ts';
import { events } from './events.ts';
import { identity } from './identity.ts';
import { lists } from './lists.ts';
import { loans } from './loans.ts';
import { roles } from './roles.ts';
import { settings } from './settings.ts';

export * from './constants.ts';
export * from './endpoint.ts';
export * from './errors.ts';
export type { PhaseWithTotals, Phase } from './companies.ts';
export type { Document } from './documents.ts';
export type { Element } from './elements.ts';
export type { ChangeNotice } from './events.ts';
export type { LoggedUser } from './identity.ts';
export type { JavascriptConstants, Option } from './lists.ts';
export type { Loan, LoanSummary } from './loans.ts';
export type { GroupRole } from './roles.ts';
export type { UserSettings } from './settings.ts';
export type { Person } from './shapes.ts';

/** Every call the server answers, by name. */
export const contract = {
  ...identity,
  ...accounts,
  ...roles,
  ...settings,
  ...lists,
  ...companies,
  ...loans,
  ...elements,
  ...documents,
  ...events,
};
export type Contract = typeof contract;
export type CallName = keyof Contract;
