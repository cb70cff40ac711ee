/** Members of a loan for the calls that change or remove them: new ones each time. */
import { newId } from '@cairn/server/platform/ids';
import type { Account, Loan } from '../factories/test-data.ts';
import type { TestServer } from '../server.ts';

export interface PeopleThere {
  lenderId: string;
  lenderRoleId: string;
  /** A borrower. */
  guestId: string;
  /** A person invited as a borrower. */
  askedId: string;
  /** Role of the permanent borrower, whose contact the relation is about. */
  borrowerRoleId: string;
  relationId: string;
}

export const noPeople = (missing: string): PeopleThere => ({
  lenderId: missing,
  lenderRoleId: missing,
  guestId: missing,
  askedId: missing,
  borrowerRoleId: missing,
  relationId: missing,
});

export async function givePeople(
  { given, owner }: TestServer,
  loan: Loan,
  { by, knownRoleId }: { by: Account; knownRoleId: string },
): Promise<PeopleThere> {
  const company = { id: loan.companyId, name: '' };
  // Removes the members of earlier cells; otherwise the last cells would read lists of hundreds.
  await owner.query(
    `delete from cairn.loan_role r using cairn.account a
     where r.loan_id = $1 and a.id = r.account_id and a.given_name = 'Crowd'`,
    [loan.id],
  );
  await owner.query(
    `delete from cairn.contact_relation r using cairn.invitation i
     where r.loan_id = $1 and i.id = r.contact_invitation_id and i.given_name = 'Crowd'`,
    [loan.id],
  );
  await owner.query(
    `update cairn.invitation set removed_at = now()
     where loan_id = $1 and given_name = 'Crowd' and removed_at is null`,
    [loan.id],
  );
  const lender = await given.employee(company, { givenName: 'Crowd' });
  const guest = await given.account({ givenName: 'Crowd' });
  const lenderRoleId = await given.role(loan, lender, 'LENDER');
  await given.role(loan, guest, 'BORROWER');
  const invitation = await given.invitation(company, by, { loan, givenName: 'Crowd' });
  const contact = await given.invitation(company, by, {
    loan,
    role: 'KEY_CONTACT',
    givenName: 'Crowd',
  });
  const relationId = newId();
  await given.relation(loan, {
    id: relationId,
    relatedRoleId: knownRoleId,
    invitationId: contact.id,
    by,
  });
  return {
    lenderId: lender.id,
    lenderRoleId,
    guestId: guest.id,
    askedId: invitation.id,
    borrowerRoleId: knownRoleId,
    relationId,
  };
}
