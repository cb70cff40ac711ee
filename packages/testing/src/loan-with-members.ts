/** A loan with one lender and one borrower, each with a session. */
import type { Account, Company, Loan } from './factories/shapes.ts';
import type { TestServer } from './server.ts';

export interface LoanWithMembers {
  readonly company: Company;
  readonly loan: Loan;
  /** The lender's employee on the loan. */
  readonly dana: Account;
  /** Dana's session. */
  readonly lender: string;
  readonly elena: Account;
  /** Elena's session. */
  readonly borrower: string;
}

export async function makeLoanWithMembers({ given }: TestServer): Promise<LoanWithMembers> {
  const company = await given.company();
  const dana = await given.employee(company);
  const lender = await given.session(dana, { roleLevel: 'LENDER', company });
  const loan = await given.loan(await given.phase(company));
  await given.role(loan, dana, 'LENDER');
  const elena = await given.account();
  await given.role(loan, elena, 'BORROWER');
  const borrower = await given.session(elena, { roleLevel: 'BORROWER' });
  return { company, loan, dana, lender, elena, borrower };
}
