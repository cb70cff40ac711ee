import { DEVICE_DAYS } from '@cairn/contract';
import { sql } from 'kysely';
import type { Queries, Tx } from '../../../platform/db/db.ts';
import { hashToken } from '../../../platform/crypto.ts';
import { query } from '../../../platform/db/query.ts';
import type { Attempts } from '../lockout.ts';

const stillKnown = sql<boolean>`device.last_used_at > now() - make_interval(days => ${DEVICE_DAYS})`;

/** The caller's device, if this person has logged in from it before. */
export async function findDevice(reads: Queries, accountId: string, tokenHash: Buffer) {
  const [row] = await reads.run(
    query
      .selectFrom('device')
      .select('id')
      .where('account_id', '=', accountId)
      .where('token_hash', '=', tokenHash)
      .where(stillKnown),
  );
  return row?.id;
}

/** The same query for an account that does not exist, so that both take the same time. */
export async function isKnownDevice(
  reads: Queries,
  accountId: string,
  token: string | undefined,
): Promise<boolean> {
  const tokenHash = hashToken(token ?? '');
  return (await findDevice(reads, accountId, tokenHash)) !== undefined;
}

/** Locks the device, so that concurrent guesses are counted one by one. */
export async function lockDevice(tx: Tx, id: string): Promise<Attempts | undefined> {
  const [row] = await tx.run(
    query.selectFrom('device').select(['failed', 'locked_until']).where('id', '=', id).forUpdate(),
  );
  return (
    row && {
      failed: row.failed,
      lockedUntil: row.locked_until ? new Date(row.locked_until) : null,
    }
  );
}

export function saveDeviceAttempts(tx: Tx, id: string, { failed, lockedUntil }: Attempts): void {
  tx.atCommit(
    query
      .updateTable('device')
      .set({ failed, locked_until: lockedUntil?.toISOString() ?? null })
      .where('id', '=', id),
  );
}

export interface NewDevice {
  id: string;
  accountId: string;
  tokenHash: Buffer;
  name: string;
}

/** Adds this device to the user's after a log-in, or renews it. */
export async function keepDevice(tx: Tx, device: NewDevice): Promise<string> {
  const [row] = await tx.run(
    query
      .insertInto('device')
      .values({
        id: device.id,
        account_id: device.accountId,
        token_hash: device.tokenHash,
        name: device.name,
      })
      .onConflict((conflict) =>
        conflict
          .columns(['account_id', 'token_hash'])
          .doUpdateSet({ name: device.name, last_used_at: sql<string>`now()` }),
      )
      .returning('id'),
  );
  tx.atCommit(sweepDevices);
  return row!.id;
}

/** Moves all users who are known in this browser to its new token. */
export async function moveDevices(tx: Tx, from: Buffer, to: Buffer): Promise<void> {
  await tx.run(query.updateTable('device').set({ token_hash: to }).where('token_hash', '=', from));
}

const sweepDevices = query.deleteFrom('device').where('id', 'in', (rows) =>
  rows
    .selectFrom('device')
    .select('id')
    .where(sql<boolean>`not ${stillKnown}`)
    .limit(5)
    .forUpdate()
    .skipLocked(),
);

const live = sql<boolean>`session.ends_at > now() and session.last_seen_at > now() - session.idle`;

/** Browsers with a session, known devices or not. */
export const sessionsOf = (accountId: string) =>
  query
    .selectFrom('session')
    .leftJoin('device', 'device.id', 'session.device_id')
    .select([
      'session.id as session_id',
      'session.token_hash',
      'device.id as device_id',
      'device.name',
      'device.created_at as first_seen_at',
      'session.created_at',
      'session.last_seen_at',
    ])
    .where('session.account_id', '=', accountId)
    .where(live)
    .limit(200);

/** Known devices, with a session or not. */
export const devicesOf = (accountId: string) =>
  query
    .selectFrom('device')
    .select(['id', 'name', 'created_at', 'last_used_at'])
    .where('account_id', '=', accountId)
    .where(stillKnown)
    .limit(200);

/** `id` is that of the device, or of a session without one. Returns whether it existed. */
export async function deleteDevice(tx: Tx, accountId: string, id: string): Promise<boolean> {
  const sessions = await tx.run(
    query
      .deleteFrom('session')
      .where('account_id', '=', accountId)
      .where((either) => either.or([either('id', '=', id), either('device_id', '=', id)]))
      .returning('id'),
  );
  const devices = await tx.run(
    query
      .deleteFrom('device')
      .where('account_id', '=', accountId)
      .where('id', '=', id)
      .returning('id'),
  );
  return sessions.length + devices.length > 0;
}

/** Deletes every device of a person except the one of this session. */
export async function deleteDevices(tx: Tx, accountId: string, except?: Buffer): Promise<void> {
  const all = query.deleteFrom('device').where('account_id', '=', accountId);
  await tx.run(
    except
      ? all.where('id', 'not in', (rows) =>
          rows
            .selectFrom('session')
            .select('device_id')
            .where('token_hash', '=', except)
            .where('device_id', 'is not', null)
            .$castTo<{ device_id: string }>(),
        )
      : all,
  );
}
