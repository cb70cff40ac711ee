import { roles } from '@cairn/contract/roles';
import type { RoleLevel } from '@cairn/contract';
import type { Cells, Elsewhere, RoleElsewhere } from '../../platform/cells/cells.ts';
import type { Queries } from '../../platform/db/db.ts';
import { routes } from '../../platform/handler.ts';
import { hashToken } from '../../platform/crypto.ts';
import { ApiError } from '../../platform/api-error.ts';
import { askedRole, defaultRole, inOrder, sameRole } from './role-choice.ts';
import { chosenDefault, findAccountById, findLoggedUser, rolesOf, saveDefault } from './store.ts';
import { enterRole, loggedRole } from './enter-role.ts';
import { presentUser } from './present.ts';

export const roleRoutes = ({ cells }: { cells?: Cells | undefined } = {}) =>
  routes(roles, {
    listPossibleGroupRoles: async ({ actor, reads }) => {
      const ownRoles = await rolesOf(reads, actor.accountId);
      const first = defaultRole(ownRoles, await chosenDefault(reads, actor.accountId));
      const elsewhere = cells ? await rolesElsewhere(cells, reads, actor.accountId) : [];
      return {
        roles: [
          ...inOrder(ownRoles).map((role) => ({
            roleLevel: role.role_level,
            company: role.company_id
              ? { id: role.company_id, name: role.company_name ?? '' }
              : null,
            logged: sameRole(role, loggedRole(actor)),
            isDefault: sameRole(role, first),
          })),
          ...elsewhere.map(({ roleLevel, company }) => ({
            roleLevel,
            company,
            logged: false,
            isDefault: false,
          })),
        ],
      };
    },

    setLoggedRole: async ({ actor, params, query, reads, write, http }) => {
      const elsewhere =
        cells && (await findElsewhere(cells, reads, actor.accountId, params.roleLevel, query));
      if (elsewhere) {
        http.continueElsewhere(elsewhere);
        const user = await findLoggedUser(reads, hashToken(http.sessionToken ?? ''));
        if (!user) throw new ApiError('SESSION_EXPIRED');
        return presentUser(user);
      }
      return write(async (tx) => {
        const ownRoles = await rolesOf(tx, actor.accountId);
        const role = askedRole(ownRoles, params.roleLevel, query.companyId);
        if (query.setDefault) await saveDefault(tx, actor.accountId, role);
        return enterRole(tx, actor, hashToken(http.sessionToken ?? ''), role, query.setDefault);
      });
    },

    resetLoggedRole: ({ actor, write, http }) =>
      write(async (tx) => {
        const ownRoles = await rolesOf(tx, actor.accountId);
        const role = defaultRole(ownRoles, await chosenDefault(tx, actor.accountId));
        return enterRole(tx, actor, hashToken(http.sessionToken ?? ''), role, false);
      }),
  });

async function personOf(reads: Queries, accountId: string) {
  const row = await findAccountById(reads, accountId);
  return (
    row && {
      id: row.id,
      emailAddress: row.email_address,
      givenName: row.given_name ?? '',
      familyName: row.family_name ?? '',
    }
  );
}

async function rolesElsewhere(
  cells: Cells,
  reads: Queries,
  accountId: string,
): Promise<RoleElsewhere[]> {
  const person = await personOf(reads, accountId);
  return person ? cells.rolesElsewhere(person) : [];
}

/** Undefined if the role is in this cell, or does not exist. */
async function findElsewhere(
  cells: Cells,
  reads: Queries,
  accountId: string,
  level: RoleLevel,
  { companyId }: { companyId?: string | undefined },
): Promise<Elsewhere | undefined> {
  if (companyId === undefined) return undefined;
  const ownRoles = await rolesOf(reads, accountId);
  if (ownRoles.some((role) => role.role_level === level && role.company_id === companyId)) {
    return undefined;
  }
  const person = await personOf(reads, accountId);
  if (!person) return undefined;
  const remoteRole = (await cells.rolesElsewhere(person)).find(
    (role) => role.roleLevel === level && role.company.id === companyId,
  );
  return remoteRole && cells.enter(remoteRole, person, await cells.isHomeOf(accountId));
}
