import { isPlatformAdmin, isStaff, type Actor } from '../../platform/actor.ts';
import type { EmployeeRow, Workplace } from './store.ts';

const runs = (actor: Actor, { my_level }: Pick<Workplace, 'my_level'>): boolean =>
  isPlatformAdmin(actor) || my_level === 'OWNER';

/** Owners and administrators manage a company's employees. Other employees may see them. */
export const workplacePolicy = {
  invite: (actor: Actor, company: Workplace) => runs(actor, company),
};

export const employeePolicy = {
  manage: (actor: Actor, employee: EmployeeRow) => runs(actor, employee),
  /** A person's own public details and upload address; an owner may change those of colleagues. */
  present: (actor: Actor, employee: EmployeeRow) =>
    runs(actor, employee) || (isStaff(actor) && employee.account_id === actor.accountId),
};
