import type { Actor } from '../../platform/actor.ts';
import type { Tx } from '../../platform/db/db.ts';
import { isForeignKeyViolation } from '../../platform/db/pg-errors.ts';
import { authorize } from '../../platform/authorize.ts';
import { recordEvent } from '../../platform/record-event.ts';
import { ApiError } from '../../platform/api-error.ts';
import { labelPolicy, loanWithStanding } from '../loans/index.ts';
import { labeledRoles, labelsOf, lockLabels, saveLabelsOn } from './store.ts';

/** Sets exactly these labels of a loan member; a label of another company refuses them all. */
export async function putLabels(
  tx: Tx,
  actor: Actor,
  loanId: string,
  userId: string,
  labelIds: string[],
) {
  const seen = await loanWithStanding(tx, actor, loanId);
  const loan = authorize(labelPolicy, 'put', actor, seen);
  const roles = await tx.run(labeledRoles(loan.company_id, loan.id, userId));
  await lockLabels(tx, loan.company_id, 'shared');
  const wanted = (await tx.run(labelsOf(loan.company_id))).filter(({ id }) =>
    labelIds.includes(id),
  );
  if (roles.length === 0 || wanted.length < labelIds.length) throw new ApiError('NOT_FOUND');
  // The member may be removed from the loan between the check and the write.
  await saveLabelsOn(
    tx,
    loan,
    roles.map(({ id }) => id),
    labelIds,
  ).catch((error: unknown) => {
    throw isForeignKeyViolation(error) ? new ApiError('NOT_FOUND') : error;
  });
  recordEvent(tx, {
    kind: 'label.put',
    companyId: loan.company_id,
    actorId: actor.accountId,
    loanId: loan.id,
    staffOnly: true,
    changes: ['label', 'loan'],
    detail: { userId, names: wanted.map(({ name }) => name) },
  });
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
