import { roles } from '@cairn/contract/roles';
import { routes } from '../../platform/handler.ts';
import { hashToken } from '../../platform/crypto.ts';
import { askedRole, defaultRole, inOrder, sameRole } from './role-choice.ts';
import { chosenDefault, rolesOf, saveDefault } from './store.ts';
import { enterRole, loggedRole } from './enter-role.ts';

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

    setLoggedRole: ({ actor, params, query, write, http }) =>
      write(async (tx) => {
        const held = await rolesOf(tx, actor.accountId);
        const role = askedRole(held, params.roleLevel, query.companyId);
        if (query.setDefault) await saveDefault(tx, actor.accountId, role);
        return enterRole(tx, actor, hashToken(http.sessionToken ?? ''), role, query.setDefault);
      }),

    resetLoggedRole: ({ actor, write, http }) =>
      write(async (tx) => {
        const held = await rolesOf(tx, actor.accountId);
        const role = defaultRole(held, await chosenDefault(tx, actor.accountId));
        return enterRole(tx, actor, hashToken(http.sessionToken ?? ''), role, false);
      }),
  });
