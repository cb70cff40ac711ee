/** All people on a loan as the caller sees them. */
import { CONTACT_ROLES, type LoanRole } from '@cairn/contract';
import { isPlatformAdmin, isStaff, type Actor } from '../../platform/actor.ts';
import type { Queries } from '../../platform/db/db.ts';
import { invitedToLoan, type DescribedInvitation } from '../invitations/index.ts';
import { labelsOf, rolesOnLoan } from '../labels/index.ts';
import { isLeadBorrower, lends, type LoanStanding } from '../loans/index.ts';
import { contactPolicy } from './policy.ts';
import { isLending, relationsOn, staffOn, type RelationRow } from './store.ts';

export const isContact = (role: LoanRole): boolean =>
  (CONTACT_ROLES as readonly LoanRole[]).includes(role);

/** Matches row security; applied here to the rows of a list. */
function seesInvited(actor: Actor, loan: LoanStanding, role: LoanRole): boolean {
  if (isPlatformAdmin(actor) || isStaff(actor) || lends(actor, loan)) return true;
  if (isLeadBorrower(loan)) return !isLending({ role });
  return loan.my_roles.includes('BORROWER') && isContact(role);
}

export type VisibleInvitation = DescribedInvitation & { role: LoanRole };

export async function peopleOn(reads: Queries, actor: Actor, loan: LoanStanding) {
  const parts = await reads.run(rolesOnLoan(loan.company_id, loan.id));
  const invited = await reads.run(invitedToLoan(loan.company_id, loan.id));
  const relations = await reads.run(relationsOn(loan));
  const staff = new Set((await reads.run(staffOn(loan))).map(({ account_id }) => account_id));
  const invitations = invited.filter(
    (row): row is VisibleInvitation => row.role !== null && seesInvited(actor, loan, row.role),
  );
  const labels = invitations.some(({ label_ids }) => label_ids.length > 0)
    ? await reads.run(labelsOf(loan.company_id))
    : [];
  const ownContactIds = new Set(
    parts.filter((part) => part.account_id === actor.accountId).map(({ id }) => id),
  );
  const visible = relations.filter(({ related_id }) =>
    contactPolicy.read(actor, { ...loan, are_mine: areMine(loan, ownContactIds, related_id) }),
  );
  return { loan, parts, invitations, labels, relations: visible, staff, ownContactIds };
}
export type People = Awaited<ReturnType<typeof peopleOn>>;

export const areMine = (
  loan: LoanStanding,
  mine: ReadonlySet<string>,
  relatedId: string | null,
): boolean => loan.my_roles.includes('BORROWER') && relatedId !== null && mine.has(relatedId);

export const relationOf = (people: People, contactId: string): RelationRow | undefined =>
  people.relations.find((relation) => relation.contact_id === contactId);
