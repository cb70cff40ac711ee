import { isPlatformAdmin, isStaff, type Actor } from '../../platform/actor.ts';
import type { EmployeeRow, Workplace } from './store.ts';

const runs = (actor: Actor, { my_level }: Pick<Workplace, 'my_level'>): boolean =>
  isPlatformAdmin(actor) || my_level === 'OWNER';

/** A company's people are its owners' affair, and the administrators'; everybody else there may look. */
export const workplacePolicy = {
  invite: (actor: Actor, company: Workplace) => runs(actor, company),
};

export const employeePolicy = {
  manage: (actor: Actor, employee: EmployeeRow) => runs(actor, employee),
  /** One's own public details and upload address, or a colleague's as an owner. */
  present: (actor: Actor, employee: EmployeeRow) =>
    runs(actor, employee) || (isStaff(actor) && employee.account_id === actor.accountId),
};
