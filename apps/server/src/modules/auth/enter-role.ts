import type { LoggedUser } from '@cairn/contract';
import { roles } from '@cairn/contract/roles';
import type { Actor } from '../../platform/actor.ts';
import type { Tx } from '../../platform/db/db.ts';
import { newId, PLATFORM_COMPANY } from '../../platform/ids.ts';
import { recordEvent } from '../../platform/record-event.ts';
import { ApiError } from '../../platform/api-error.ts';
import { presentUser } from './present.ts';
import { sameRole, type GroupRole, type RoleName } from './role-choice.ts';
import { findLoggedUser, saveLoggedRole } from './store.ts';

export const loggedRole = (actor: Actor): RoleName => ({
  role_level: actor.roleLevel,
  company_id: actor.companyId,
});

/** Changes the role of this session only; the person's other browsers keep theirs. */
export async function enterRole(
  tx: Tx,
  actor: Actor,
  tokenHash: Buffer,
  role: GroupRole,
  asDefault: boolean,
): Promise<LoggedUser> {
  const changed = !sameRole(role, loggedRole(actor));
  if (changed) await saveLoggedRole(tx, tokenHash, role, newId());
  if (changed || asDefault) {
    recordEvent(tx, {
      kind: changed ? 'session.roleChanged' : 'session.defaultChosen',
      companyId: PLATFORM_COMPANY,
      actorId: actor.accountId,
      accountId: actor.accountId,
      changes: changed ? (roles.setLoggedRole.changes ?? []) : ['session'],
      detail: { roleLevel: role.role_level, companyId: role.company_id, asDefault },
    });
  }
  const user = await findLoggedUser(tx, tokenHash);
  if (!user) throw new ApiError('SESSION_EXPIRED');
  // The transaction still runs in the old role, which may not see the new role's company.
  return presentUser({
    ...user,
    company_name: role.company_name,
    employee_level: role.employee_level ?? null,
  });
}
