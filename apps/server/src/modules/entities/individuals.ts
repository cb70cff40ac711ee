import type { EntityLabel } from '@cairn/contract/entity-fields';
import type { Actor } from '../../platform/actor.ts';
import type { CompanyKeys } from '../../platform/company-keys.ts';
import type { Tx } from '../../platform/db/db.ts';
import { authorize } from '../../platform/authorize.ts';
import { newId } from '../../platform/ids.ts';
import { ApiError } from '../../platform/api-error.ts';
import { loanWithStanding } from '../loans/index.ts';
import { makeEntities, placeOnLoan } from './change-entities.ts';
import { loanEntityPolicy } from './policy.ts';
import { findEntity, findPerson, individualOf, type EntityRow } from './store.ts';

/** The individual of a person, made of their account the first time, and put on the loan. */
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
    loanId?: string | undefined;
    labels?: readonly EntityLabel[] | undefined;
  },
): Promise<EntityRow> {
  // A person belongs to a company by the loan; without one there is nowhere to put them.
  if (loanId === undefined) {
    throw new ApiError('INVALID_REQUEST', { fieldErrors: { loanId: 'Required' } });
  }
  const ability = userId === actor.accountId ? 'addSelf' : 'manage';
  const loan = authorize(
    loanEntityPolicy,
    ability,
    actor,
    await loanWithStanding(tx, actor, loanId, 'lock'),
  );
  const person = await findPerson(tx, loan.company_id, userId);
  if (!person) throw new ApiError('NOT_FOUND');
  const known = await individualOf(tx, loan.company_id, userId);
  const made = {
    kind: 'INDIVIDUAL',
    information: informationOf(person),
    accountId: userId,
  } as const;
  const entity = known ?? (await makeEntities(tx, keys, actor, loan.company_id, [made]))[0]!;
  const { id: entityId, name } = entity;
  await placeOnLoan(tx, actor, loan, [{ id: newId(), entityId, kind: 'INDIVIDUAL', name, labels }]);
  return (await findEntity(tx, actor, entityId))!;
}

/** What an account says of the person. */
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
