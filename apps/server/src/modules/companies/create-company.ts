import type { Actor } from '../../platform/actor.ts';
import { invalidField } from '../../platform/api-error.ts';
import type { Tx } from '../../platform/db/db.ts';
import { newId } from '../../platform/ids.ts';
import { recordEvent } from '../../platform/record-event.ts';
import { isSubdomainUsed } from './companies.ts';
import { insertFirstPhases } from './first-phases.ts';
import { insertCompany } from './store.ts';

/** Creates the company with its first phases; the caller invites its first owner. */
export async function createCompany(
  tx: Tx,
  actor: Actor,
  input: { readonly name: string; readonly subdomain: string },
): Promise<{ id: string; name: string; subdomain: string }> {
  const company = { id: newId(), ...input };
  const isTaken = await isSubdomainUsed(tx, company.subdomain, null);
  if (isTaken || !(await insertCompany(tx, company))) {
    throw invalidField('company.subdomain', 'This subdomain is taken. Choose another');
  }
  await insertFirstPhases(tx, company.id);
  recordEvent(tx, {
    kind: 'company.created',
    companyId: company.id,
    actorId: actor.accountId,
    changes: ['company', 'employee', 'phase'],
  });
  return company;
}
