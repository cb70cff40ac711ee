/** A lender with a row of every kind, to be copied by clone-lenders.ts. */
import { EVERYTHING, makeTarget, putter } from '../matrix/targets.ts';
import type { TestServer } from '../server.ts';

/** Returns the company's id. */
export async function makeOriginal(server: TestServer): Promise<string> {
  const { given } = server;
  const company = await given.company({ name: 'Original' });
  const phase = await given.phase(company);
  const loan = await given.loan(phase);
  const host = await given.employee(company, { level: 'OWNER' });
  const [account, stranger, colleague] = [
    await given.account(),
    await given.account(),
    await given.account(),
  ];
  const borrowerRoleId = await given.role(loan, account, 'LEAD_BORROWER');
  await given.role(loan, stranger, 'BORROWER');
  await given.label(company);
  await given.session(account, { roleLevel: 'BORROWER' });
  await given.session(host, { roleLevel: 'LENDER', company });
  await makeTarget(
    {
      server,
      scope: 'same-company',
      account,
      company,
      isTheirs: true,
      loan,
      ledLoan: loan,
      borrowerRoleId,
      host,
      stranger,
      colleague,
      title: 'Tax return',
      known: { companyId: company.id, loan, loanPhaseId: phase.id },
      put: putter(server),
    },
    EVERYTHING,
  );
  return company.id;
}
