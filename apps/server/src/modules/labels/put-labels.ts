import type { Actor } from '../../platform/actor.ts';
import type { Tx } from '../../platform/db/db.ts';
import { isForeignKeyViolation } from '../../platform/db/pg-errors.ts';
import { authorize, type Authorized } from '../../platform/authorize.ts';
import { recordEvent } from '../../platform/record-event.ts';
import { ApiError } from '../../platform/api-error.ts';
import { lockInvitedToLoan, saveLabelsOfInvited } from '../invitations/index.ts';
import { labelPolicy, loanWithStanding, type LoanStanding } from '../loans/index.ts';
import { labeledRoles, labelsOf, lockLabels, saveLabelsOn, type LabelRow } from './store.ts';

/**
 * Sets exactly these labels on a loan member, or on an invited person, who gets them by accepting. If one label belongs
 * to another company, none is set.
 */
export async function putLabels(
  tx: Tx,
  actor: Actor,
  loanId: string,
  userId: string,
  labelIds: string[],
) {
  const standing = await loanWithStanding(tx, actor, loanId);
  const loan = authorize(labelPolicy, 'put', actor, standing);
  const roles = await tx.run(labeledRoles(loan.company_id, loan.id, userId));
  await lockLabels(tx, loan.company_id, 'shared');
  const labels = (await tx.run(labelsOf(loan.company_id))).filter(({ id }) =>
    labelIds.includes(id),
  );
  if (labels.length < labelIds.length) throw new ApiError('NOT_FOUND');
  if (roles.length === 0) return labelInvited(tx, actor, loan, userId, labels);
  // The member may be removed from the loan between the check and the write.
  await saveLabelsOn(
    tx,
    loan,
    roles.map(({ id }) => id),
    labelIds,
  ).catch((error: unknown) => {
    throw isForeignKeyViolation(error) ? new ApiError('NOT_FOUND') : error;
  });
  recordPut(tx, actor, loan, { userId }, labels);
  const after = await tx.run(labeledRoles(loan.company_id, loan.id, userId));
  return {
    loanRoles: after.map((row) => ({
      id: row.id,
      loanId: loan.id,
      role: row.role,
      user: {
        id: row.account_id,
        givenName: row.given_name,
        familyName: row.family_name,
        emailAddress: row.email_address,
      },
      labels: row.labels,
    })),
  };
}

async function labelInvited(
  tx: Tx,
  actor: Actor,
  loan: Authorized<'put', LoanStanding>,
  invitationId: string,
  labels: LabelRow[],
) {
  const invited = await lockInvitedToLoan(tx, loan.company_id, loan.id, invitationId);
  if (!invited) throw new ApiError('NOT_FOUND');
  await saveLabelsOfInvited(
    tx,
    invited,
    labels.map(({ id }) => id),
  );
  recordPut(tx, actor, loan, { invitationId }, labels);
  return {
    loanRoles: [
      {
        id: invited.id,
        loanId: loan.id,
        role: invited.role,
        user: {
          id: invited.id,
          givenName: invited.given_name,
          familyName: invited.family_name,
          emailAddress: invited.email_address,
        },
        labels,
      },
    ],
  };
}

function recordPut(
  tx: Tx,
  actor: Actor,
  loan: LoanStanding,
  on: { userId: string } | { invitationId: string },
  labels: readonly LabelRow[],
): void {
  recordEvent(tx, {
    kind: 'label.put',
    companyId: loan.company_id,
    actorId: actor.accountId,
    loanId: loan.id,
    staffOnly: true,
    changes: ['label', 'loan'],
    detail: { ...on, names: labels.map(({ name }) => name) },
  });
}
