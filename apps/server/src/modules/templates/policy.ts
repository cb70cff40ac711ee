import { isPlatformAdmin, type Actor } from '../../platform/actor.ts';
import type { CompanyRow } from './store.ts';

/** The owner decides what a lender requests of every borrower; other staff and the company's underwriters may read. */
export const templatePolicy = {
  edit: (actor: Actor, company: Pick<CompanyRow, 'my_level'>) =>
    isPlatformAdmin(actor) || company.my_level === 'OWNER',
};
