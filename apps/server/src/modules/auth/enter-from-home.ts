/** Logs in people whose home is another cell, with a statement of that cell about them. */
import type { RoleLevel } from '@cairn/contract';
import { ApiError } from '../../platform/api-error.ts';
import type { RoleElsewhere } from '../../platform/cells/cells.ts';
import type { Statement } from '../../platform/cells/handoff.ts';
import type { Queries, Tx } from '../../platform/db/db.ts';
import { PLATFORM_COMPANY } from '../../platform/ids.ts';
import { recordEvent } from '../../platform/record-event.ts';
import type { HttpContext } from '../../platform/handler.ts';
import { startSession, type SignedIn } from './sign-in.ts';
import { deleteSessions, findAccountById, lenderNamesOf, rolesOf } from './store.ts';

/** The companies at which they have a role in this cell, by name. */
export async function lendersOf(
  reads: Queries,
  accountId: string,
): Promise<Omit<RoleElsewhere, 'cell'>[]> {
  const roles = await rolesOf(reads, accountId);
  const asStaff = roles.flatMap(({ role_level: roleLevel, company_id: id, company_name: name }) =>
    id === null ? [] : [{ roleLevel, company: { id, name: name ?? '' } }],
  );
  const onLoans = await lenderNamesOf(reads, accountId);
  return [
    ...asStaff,
    ...onLoans.map((row) => ({
      roleLevel: row.role_level,
      company: { id: row.company_id, name: row.company_name },
    })),
  ];
}

/** Ends their sessions here after the password was changed, or the account closed, in their home cell. */
export async function endFromHome(tx: Tx, { id, from, account }: Statement): Promise<void> {
  await deleteSessions(tx, account.id);
  recordEvent(tx, {
    id,
    kind: 'session.ended',
    companyId: PLATFORM_COMPANY,
    actorId: account.id,
    accountId: account.id,
    changes: ['session'],
    detail: { cell: from },
  });
}

/** Accepts a statement once: its id becomes the id of the event, which is unique. */
export async function enterFromHome(
  tx: Tx,
  { id, from, account: { id: accountId } }: Statement,
  browser: { http: HttpContext; sessionIdleSeconds: number },
  role: { roleLevel: RoleLevel; companyId: string } | undefined,
): Promise<SignedIn> {
  const account = await findAccountById(tx, accountId);
  if (!account) throw new ApiError('UNAUTHORIZED');
  recordEvent(tx, {
    id,
    kind: 'session.entered',
    companyId: PLATFORM_COMPANY,
    actorId: accountId,
    accountId,
    changes: [],
    detail: { cell: from },
  });
  const roles = await rolesOf(tx, accountId);
  // Roles on loans have no company: one session covers all lenders of this cell.
  const isStaff = roles.some(
    (each) => each.role_level === role?.roleLevel && each.company_id === role.companyId,
  );
  return startSession(
    tx,
    account,
    browser,
    role && { role_level: role.roleLevel, company_id: isStaff ? role.companyId : null },
  );
}
