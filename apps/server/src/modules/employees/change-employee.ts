/** Changes of a company's employees, each with its audit event. They take only authorized rows. */
import { LENDER_ROLES, type EmployeeLevel } from '@cairn/contract';
import type { Tx } from '../../platform/db/db.ts';
import type { Authorized } from '../../platform/authorize.ts';
import { PLATFORM_COMPANY } from '../../platform/ids.ts';
import { recordEvent } from '../../platform/record-event.ts';
import { ApiError } from '../../platform/api-error.ts';
import { deleteSessionsAt } from '../auth/index.ts';
import { cancelInvitationsTo } from '../invitations/index.ts';
import { deleteLendingRoles } from '../loans/index.ts';
import {
  deleteEmployee,
  lockOwners,
  renewCode,
  saveDetails,
  saveLevel,
  type Details,
  type EmployeeRow,
} from './store.ts';

type Managed = Authorized<'manage', EmployeeRow>;
type Presented = Authorized<'present', EmployeeRow>;

const about = (employee: EmployeeRow, actorId: string) => ({
  companyId: employee.company_id,
  actorId,
  staffOnly: true,
  changes: ['employee'] as const,
});

export async function changeLevel(
  tx: Tx,
  employee: Managed,
  level: EmployeeLevel,
  actorId: string,
): Promise<void> {
  if (level === employee.level) return;
  if (employee.level === 'OWNER') await refuseLastOwner(tx, employee);
  await saveLevel(tx, employee, level);
  recordEvent(tx, {
    ...about(employee, actorId),
    kind: 'employee.levelChanged',
    detail: { employeeId: employee.account_id, from: employee.level, to: level },
  });
}

/** Owners with a closed account do not count: removing one does not change the number of owners. */
async function refuseLastOwner(tx: Tx, employee: EmployeeRow): Promise<void> {
  const owners = await lockOwners(tx, employee.company_id);
  if (owners.length === 1 && owners[0] === employee.account_id) throw new ApiError('LAST_OWNER');
}

/** Takes effect immediately: ends the person's sessions at this company and removes their roles on its loans. */
export async function removeEmployee(tx: Tx, employee: Managed, actorId: string): Promise<void> {
  if (employee.level === 'OWNER') await refuseLastOwner(tx, employee);
  const loanRoles = await deleteLendingRoles(tx, employee);
  await cancelInvitationsTo(
    tx,
    { companyId: employee.company_id, accountId: employee.account_id, actorId },
    ({ kind, role }) => kind === 'EMPLOYEE' || LENDER_ROLES.some((each) => each === role),
  );
  await deleteEmployee(tx, employee);
  await deleteSessionsAt(tx, employee);
  recordEvent(tx, {
    ...about(employee, actorId),
    kind: 'employee.removed',
    changes: ['employee', 'loan', 'loanList'],
    detail: { employeeId: employee.account_id, level: employee.level, loanRoles },
  });
  recordEvent(tx, {
    kind: 'person.removed',
    companyId: PLATFORM_COMPANY,
    actorId,
    accountId: employee.account_id,
    changes: ['session'],
    detail: { from: employee.company_id },
  });
}

export async function changeDetails(
  tx: Tx,
  employee: Presented,
  details: Details,
  actorId: string,
): Promise<void> {
  const fields = Object.entries(details).filter(([, value]) => value !== undefined);
  if (fields.length === 0) return;
  await saveDetails(tx, employee, details);
  recordEvent(tx, {
    ...about(employee, actorId),
    kind: 'employee.detailsChanged',
    detail: { employeeId: employee.account_id, fields: fields.map(([field]) => field) },
  });
}

export async function renewUploadCode(
  tx: Tx,
  employee: Presented,
  actorId: string,
): Promise<string> {
  const code = await renewCode(tx, employee);
  recordEvent(tx, {
    ...about(employee, actorId),
    kind: 'employee.uploadCodeRenewed',
    detail: { employeeId: employee.account_id },
  });
  return code;
}
