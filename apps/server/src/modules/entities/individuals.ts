import type { EntityLabel } from '@cairn/contract/entity-fields';
import type { Actor } from '../../platform/actor.ts';
import type { CompanyKeys } from '../../platform/company-keys.ts';
import type { Tx } from '../../platform/db/db.ts';
import { authorize } from '../../platform/authorize.ts';
import { newId } from '../../platform/ids.ts';
import { ApiError } from '../../platform/api-error.ts';
import { recordEvent } from '../../platform/record-event.ts';
import { withRuleEvaluation, loanWithStanding } from '../loans/index.ts';
import { makeEntities, placeOnLoan } from './change-entities.ts';
import { loanEntityPolicy } from './policy.ts';
import { claimIndividual, findEntity, findPerson, individualOf, type EntityRow } from './store.ts';

/**
 * The individual of a person on the loan: the existing one, otherwise one that the lender entered with their address,
 * otherwise a new one.
 */
export async function ownIndividual(
  tx: Tx,
  keys: CompanyKeys,
  actor: Actor,
  {
    userId = actor.accountId,
    loanId,
    labels = [],
  }: {
    userId?: string | undefined;
    loanId: string;
    labels?: readonly EntityLabel[] | undefined;
  },
): Promise<EntityRow> {
  const ability = userId === actor.accountId ? 'addSelf' : 'manage';
  const loan = authorize(
    loanEntityPolicy,
    ability,
    actor,
    await loanWithStanding(tx, actor, loanId, 'lock'),
  );
  const person = await findPerson(tx, loan.company_id, userId);
  if (!person) throw new ApiError('NOT_FOUND');
  const existing =
    (await individualOf(tx, loan.company_id, userId)) ??
    (await claimForMember(tx, loan, userId, actor.accountId));
  const draft = {
    kind: 'INDIVIDUAL',
    information: informationOf(person),
    accountId: userId,
  } as const;
  const entity = existing ?? (await makeEntities(tx, keys, actor, loan.company_id, [draft]))[0]!;
  const { id: entityId, name } = entity;
  await placeOnLoan(tx, actor, loan, [{ id: newId(), entityId, kind: 'INDIVIDUAL', name, labels }]);
  return (await findEntity(tx, actor, entityId))!;
}

/** Links an individual that the lender entered with a loan member's address to their account, and records that. */
export async function claimForMember(
  tx: Tx,
  loan: { company_id: string; id: string },
  userId: string,
  actorId: string,
) {
  const claimed = await claimIndividual(tx, loan, userId);
  if (!claimed) return undefined;
  recordEvent(tx, {
    kind: 'entity.linked',
    companyId: loan.company_id,
    actorId,
    loanId: loan.id,
    changes: ['application', 'entity', 'loan', 'element'],
    detail: { entityId: claimed.id, userId },
    ...withRuleEvaluation(loan.company_id, loan.id),
  });
  return claimed;
}

/** Information about a person from their account. */
export function informationOf(person: {
  given_name: string | null;
  family_name: string | null;
  email_address: string;
}) {
  const [before = 'Unnamed'] = person.email_address.split('@');
  return {
    givenName: person.given_name ?? before,
    familyName: person.family_name ?? before,
    emailAddress: person.email_address,
  };
}
