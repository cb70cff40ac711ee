import { hashToken } from '../../platform/crypto.ts';
import type { Queries, Tx } from '../../platform/db/db.ts';
import { PLATFORM_COMPANY } from '../../platform/ids.ts';
import { recordEvent } from '../../platform/record-event.ts';
import { deleteSession, findLoggedUser } from './store.ts';

/** For public calls whose reply contains more for a logged-in user. */
export async function isSignedIn(reads: Queries, token: string | undefined): Promise<boolean> {
  const user = token ? await findLoggedUser(reads, hashToken(token)) : undefined;
  return user !== undefined && new Date(user.ends_at) > new Date();
}

export async function endSession(tx: Tx, token: string): Promise<void> {
  const accountId = await deleteSession(tx, hashToken(token));
  if (!accountId) return;
  recordEvent(tx, {
    kind: 'session.ended',
    companyId: PLATFORM_COMPANY,
    actorId: accountId,
    accountId,
    changes: ['session'],
  });
}
