import { isPlatformAdmin, type Actor } from '../../platform/actor.ts';
import type { CompanyRow } from './store.ts';

/**
 * What a lender asks of every borrower is its owner's to decide; the other people of the company, and
 * those who underwrite for it, read.
 */
export const templatePolicy = {
  edit: (actor: Actor, company: Pick<CompanyRow, 'my_level'>) =>
    isPlatformAdmin(actor) || company.my_level === 'OWNER',
};
