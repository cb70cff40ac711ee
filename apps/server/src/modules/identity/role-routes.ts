import type { LoggedUser } from '@cairn/contract';
import { roles } from '@cairn/contract/roles';
import type { Actor } from '../../platform/actor.ts';
import { routes } from '../../platform/call.ts';
import { hashToken } from '../../platform/crypto.ts';
import type { Tx } from '../../platform/db/db.ts';
import { newId, PLATFORM_COMPANY } from '../../platform/ids.ts';
import { record } from '../../platform/record.ts';
import { Refusal } from '../../platform/refusal.ts';
import { presentUser } from './present.ts';
import {
  askedRole,
  defaultRole,
  inOrder,
  sameRole,
  type GroupRole,
  type RoleName,
} from './role-choice.ts';
import { chosenDefault, findLoggedUser, rolesOf, saveDefault, saveLoggedRole } from './store.ts';

export const roleRoutes = () =>
  routes(roles, {
    listPossibleGroupRoles: async ({ actor, reads }) => {
      const held = await rolesOf(reads, actor.accountId);
      const first = defaultRole(held, await chosenDefault(reads, actor.accountId));
      return {
        roles: inOrder(held).map((role) => ({
          roleLevel: role.role_level,
          company: role.company_id ? { id: role.company_id, name: role.company_name ?? '' } : null,
          logged: sameRole(role, loggedRole(actor)),
          isDefault: sameRole(role, first),
        })),
      };
    },

    setLoggedRole: ({ actor, params, query, write, exchange }) =>
      write(async (tx) => {
        const held = await rolesOf(tx, actor.accountId);
        const role = askedRole(held, params.roleLevel, query.companyId);
        if (query.setDefault) await saveDefault(tx, actor.accountId, role);
        return enterRole(tx, actor, hashToken(exchange.sessionToken ?? ''), role, query.setDefault);
      }),

    resetLoggedRole: ({ actor, write, exchange }) =>
      write(async (tx) => {
        const held = await rolesOf(tx, actor.accountId);
        const role = defaultRole(held, await chosenDefault(tx, actor.accountId));
        return enterRole(tx, actor, hashToken(exchange.sessionToken ?? ''), role, false);
      }),
  });

const loggedRole = (actor: Actor): RoleName => ({
  role_level: actor.roleLevel,
  company_id: actor.companyId,
});

/** This session only: the same person in another browser goes on as before. */
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
    record(tx, {
      kind: changed ? 'session.roleChanged' : 'session.defaultChosen',
      companyId: PLATFORM_COMPANY,
      actorId: actor.accountId,
      accountId: actor.accountId,
      changes: changed ? (roles.setLoggedRole.changes ?? []) : ['session'],
      detail: { roleLevel: role.role_level, companyId: role.company_id, asDefault },
    });
  }
  const user = await findLoggedUser(tx, tokenHash);
  if (!user) throw new Refusal('SESSION_EXPIRED');
  // The transaction still runs in the old role, which may not see the new role's company.
  return presentUser({
    ...user,
    company_name: role.company_name,
    employee_level: role.employee_level ?? null,
  });
}
