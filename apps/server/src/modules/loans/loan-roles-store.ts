/** Every write of `loan_role`: who is on a loan, and in which role. */
import type { LoanRole } from '@cairn/contract';
import type { Authorized } from '../../platform/authorize.ts';
import type { Tx } from '../../platform/db/db.ts';
import { query } from '../../platform/db/query.ts';
import type { LoanKey } from './create-store.ts';

export interface NewLoanRole {
  id: string;
  accountId: string;
  role: LoanRole;
}

const rowOf = (loan: LoanKey, { id, accountId, role }: NewLoanRole) => ({
  company_id: loan.company_id,
  loan_id: loan.id,
  id,
  account_id: accountId,
  role,
});

/** Throws a unique violation if the person already has the role on the loan. */
export async function insertLoanRoles(
  tx: Tx,
  loan: LoanKey,
  roles: readonly NewLoanRole[],
): Promise<void> {
  if (roles.length === 0) return;
  await tx.run(query.insertInto('loan_role').values(roles.map((role) => rowOf(loan, role))));
}

/** Does nothing if the person already has the role. */
export async function insertLoanRoleIfMissing(
  tx: Tx,
  loan: LoanKey,
  role: NewLoanRole,
): Promise<void> {
  await tx.run(
    query
      .insertInto('loan_role')
      .values(rowOf(loan, role))
      .onConflict((conflict) => conflict.doNothing()),
  );
}

export async function saveLoanRole(
  tx: Tx,
  loan: Authorized<string, LoanKey>,
  loanRoleId: string,
  role: LoanRole,
): Promise<void> {
  await tx.run(
    query
      .updateTable('loan_role')
      .set({ role })
      .where('company_id', '=', loan.company_id)
      .where('id', '=', loanRoleId),
  );
}

export async function deleteLoanRoles(
  tx: Tx,
  loan: Authorized<string, LoanKey>,
  loanRoleIds: readonly string[],
): Promise<void> {
  await tx.run(
    query
      .deleteFrom('loan_role')
      .where('company_id', '=', loan.company_id)
      .where('loan_id', '=', loan.id)
      .where('id', 'in', loanRoleIds),
  );
}

/** Deletes the roles that an employee has on the company's loans as a lender; returns them for the audit log. */
export async function deleteLendingRoles(
  tx: Tx,
  employee: Authorized<'manage', { company_id: string; account_id: string }>,
) {
  return tx.run(
    query
      .deleteFrom('loan_role')
      .where('company_id', '=', employee.company_id)
      .where('account_id', '=', employee.account_id)
      .where('role', 'in', ['UNDERWRITER_LENDER', 'LENDER'])
      .returning(['loan_id', 'role']),
  );
}
