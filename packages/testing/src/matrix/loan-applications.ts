/** Applications as targets: the loan of the scope in the state that the call needs. */
import { randomUUID } from 'node:crypto';
import { newId } from '@cairn/server/platform/ids';
import type { Entity, Loan } from '../factories/test-data.ts';
import type { Place, Target } from './target.ts';

type State = 'DRAFT' | 'SUBMITTED' | 'IN_REVIEW' | 'REJECTED';

/**
 * Resets the state, which the previous cell may have changed. The loan is assigned to an employee, so that no call
 * claims it.
 */
export async function applicationAt(place: Place, state: State): Promise<Loan> {
  const { server, loan, company, host, title } = place;
  const { given, owner } = server;
  for (const table of ['application_person', 'loan_application']) {
    await owner.query(`delete from cairn.${table} where loan_id = $1`, [loan.id]);
  }
  await owner.query(
    `update cairn.loan set status = 'APPLICATION' where id = $1 and status = 'WITHDRAWN'`,
    [loan.id],
  );
  await given.application(loan, host, state, {
    templateName: title.replace('HIDDEN', 'OWN').replace('request', 'template'),
  });
  const { rowCount } = await owner.query(
    `select from cairn.loan_role r
     join cairn.employee e on e.company_id = r.company_id and e.account_id = r.account_id
     where r.loan_id = $1 and r.role = 'LENDER'`,
    [loan.id],
  );
  if (!rowCount) await given.role(loan, await given.employee(company), 'LENDER');
  return loan;
}

/**
 * A person who can be invited, a new one each time. Earlier invitations are dated two hours back, because recent ones
 * count against the rate limit.
 */
export async function individualOn({ server, loan, title }: Place): Promise<Entity> {
  const { given, owner } = server;
  await owner.query(
    `update cairn.invitation set sent_at = now() - interval '2 hours' where company_id = $1`,
    [loan.companyId],
  );
  return given.entity(loan, {
    kind: 'INDIVIDUAL',
    name: title.replace('HIDDEN', 'OWN'),
    information: { emailAddress: `${randomUUID()}@example.com` },
  });
}

export const collateralOn = ({ server, loan, title }: Place): Promise<Entity> =>
  server.given.entity(loan, { kind: 'OTHER_ASSET', name: title.replace('HIDDEN', 'OWN') });

/** Everyone may read the template's name; only the lender may read what it requests. */
export async function offeredTemplate(
  { server, company, isTheirs }: Place,
  defaults: object,
): Promise<Partial<Target>> {
  const { owner, given } = server;
  await owner.query(
    `update cairn.template set trashed_at = now() where company_id = $1 and name = 'Offered'`,
    [company.id],
  );
  const element = {
    ...defaults,
    id: newId(),
    parent_id: null,
    block_type: 'LOAN',
    position: 1,
    storage_type: 'FILE',
    answer_type: 'DOCUMENT',
    title: `CANARY-${isTheirs ? 'OTHER' : 'HIDDEN'} request`,
    modifiers: ['APPLY_NOW', 'LENDER_ONLY'],
  };
  const { id } = await given.template(company, {
    name: 'Offered',
    published: true,
    elements: [element],
  });
  return { offeredId: id };
}
