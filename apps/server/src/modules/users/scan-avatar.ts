import { Readable } from 'node:stream';
import type { VirusScanState } from '@cairn/contract';
import type { WorkerConfig as Config } from '../../platform/config.ts';
import { anonymous, type Db } from '../../platform/db/db.ts';
import { PLATFORM_COMPANY } from '../../platform/ids.ts';
import { recordEvent } from '../../platform/record-event.ts';
import { scan } from '../../platform/virus-scanner.ts';
import { rolesOf } from '../auth/index.ts';
import { findAvatarToScan, saveAvatarState } from './profile-store.ts';

export interface AvatarScanActivities {
  scanPicture(id: string): Promise<void>;
  giveUpOnPicture(id: string): Promise<void>;
}

export function avatarScanActivities({
  db,
  clamd,
}: {
  db: Db;
  clamd: Config['clamd'];
}): AvatarScanActivities {
  return {
    async scanPicture(id) {
      const avatar = await findAvatarToScan(db.reads(anonymous), id);
      // The picture was replaced, removed or scanned meanwhile.
      if (!avatar) return;
      const verdict = await scan(clamd, Readable.from([avatar.content]), () => {});
      await saveVerdict(db, id, verdict.clean ? 'CLEAN' : 'INFECTED');
    },
    giveUpOnPicture: (id) => saveVerdict(db, id, 'ERROR'),
  };
}

/** Refreshes the pages of the person and of colleagues who see the name. */
async function saveVerdict(db: Db, id: string, state: VirusScanState): Promise<void> {
  const accountId = await db.write(anonymous, async (tx) => {
    const ownerId = await saveAvatarState(tx, id, state);
    if (!ownerId) return undefined;
    recordEvent(tx, {
      kind: 'avatar.scanned',
      companyId: PLATFORM_COMPANY,
      accountId: ownerId,
      changes: ['avatar'],
      detail: { avatarId: id, state },
    });
    return ownerId;
  });
  if (accountId && state === 'CLEAN') await tellColleagues(db, accountId);
}

/**
 * Writes to each company's log in its own scope. Pages that are not notified show the picture when they are next
 * loaded.
 */
async function tellColleagues(db: Db, accountId: string): Promise<void> {
  const roles = await rolesOf(db.reads(anonymous), accountId);
  for (const companyId of new Set(roles.flatMap(({ company_id }) => company_id ?? []))) {
    await db.write({ kind: 'company', companyId }, async (tx) => {
      recordEvent(tx, { kind: 'person.pictured', companyId, changes: ['avatar'] });
    });
  }
}
