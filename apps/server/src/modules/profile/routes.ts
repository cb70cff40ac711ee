import { profile } from '@cairn/contract/profile';
import type { Actor } from '../../platform/actor.ts';
import { routes } from '../../platform/call.ts';
import type { Queries, Tx } from '../../platform/db/db.ts';
import { newId } from '../../platform/ids.ts';
import { recordOwn } from '../../platform/record.ts';
import { Refusal } from '../../platform/refusal.ts';
import { e164 } from '../../platform/text-messages.ts';
import { askForCode, withCode } from '../accounts/index.ts';
import { CREDIT_CONSENT } from './credit-consent.ts';
import { pictureType } from './picture.ts';
import {
  deleteAvatar,
  findAvatars,
  findConsent,
  findPhone,
  findPicture,
  insertAvatar,
  insertConsent,
  markPhoneVerified,
  saveAzureEmail,
} from './store.ts';

const DONE = { success: true };

/** Everything here is the caller's own, but for the pictures of people whose names they see. */
export const profileRoutes = ({ secretKey }: { secretKey: string }) =>
  routes(profile, {
    sendConfirmMobilePhone: async ({ actor, reads, write, exchange }) => {
      const phone = await phoneOf(reads, actor);
      return write(async (tx) => {
        await askForCode(tx, secretKey, {
          occasion: 'phone',
          to: e164(phone),
          accountId: actor.accountId,
          browser: exchange.markBrowser(),
        });
        return DONE;
      });
    },

    verifyMobilePhoneWithConfirmCode: async ({ actor, body, reads, write, exchange }) => {
      const phone = await phoneOf(reads, actor);
      const shown = { to: e164(phone), code: body.code };
      await withCode({ write, secretKey }, shown, exchange.browserToken, async (tx, confirmed) => {
        const own = confirmed.accountId === actor.accountId;
        if (!own || !(await markPhoneVerified(tx, actor.accountId, phone))) {
          throw new Refusal('WRONG_CODE');
        }
        recordOwn(tx, actor, { kind: 'phone.verified', changes: ['session'] });
      });
      return DONE;
    },

    createAvatar: ({ actor, body, write }) =>
      write(async (tx) => {
        const kept = await keepPicture(tx, actor, body.image);
        if (!kept) throw new Refusal('CONFLICT');
        return kept;
      }),

    replaceAvatar: ({ actor, body, write }) =>
      write(async (tx) => {
        await deleteAvatar(tx, actor.accountId);
        const kept = await keepPicture(tx, actor, body.image);
        // Two at once, from two tabs: the other one was faster.
        if (!kept) throw new Refusal('CONFLICT');
        return kept;
      }),

    deleteAvatar: ({ actor, write }) =>
      write(async (tx) => {
        if (await deleteAvatar(tx, actor.accountId)) {
          recordOwn(tx, actor, { kind: 'avatar.deleted', changes: ['avatar'] });
        }
        return DONE;
      }),

    listAvatars: async ({ actor, reads }) => ({
      avatars: (await reads.run(findAvatars(actor))).map((row) => ({
        id: row.id,
        userId: row.account_id,
        virusScanState: row.virus_scan_state,
      })),
    }),

    getAvatar: async ({ actor, params, reads, exchange }) => {
      const picture = await findPicture(reads, actor, params.id);
      if (!picture) throw new Refusal('NOT_FOUND');
      return exchange.sendPicture(picture.content, picture.content_type);
    },

    getCreditConsent: async ({ actor, params, reads }) => {
      refuseOthers(actor, params.userId);
      return consentOf(reads, actor);
    },

    giveCreditConsent: ({ actor, params, write, exchange }) =>
      write(async (tx) => {
        refuseOthers(actor, params.userId);
        const added = await insertConsent(tx, {
          account_id: actor.accountId,
          version: CREDIT_CONSENT.version,
          network_address: exchange.networkAddress,
        });
        if (added) {
          recordOwn(tx, actor, {
            kind: 'creditConsent.given',
            changes: ['consent'],
            detail: { version: CREDIT_CONSENT.version },
          });
        }
        return consentOf(tx, actor);
      }),

    updateAzureEmail: ({ actor, body: { azureEmail }, write }) =>
      write(async (tx) => {
        await saveAzureEmail(tx, actor.accountId, azureEmail);
        recordOwn(tx, actor, {
          kind: 'profile.changed',
          changes: ['session'],
          detail: { fields: ['azureEmail'] },
        });
        return { azureEmail };
      }),
  });

async function phoneOf(reads: Queries, actor: Actor): Promise<string> {
  const phone = await findPhone(reads, actor.accountId);
  if (!phone) throw new Refusal('NO_PHONE');
  return phone;
}

/** Undefined where there is one already. Whatever the pages did to it, the bytes must be a picture. */
async function keepPicture(tx: Tx, actor: Actor, image: string) {
  const content = Buffer.from(image, 'base64');
  const type = pictureType(content);
  if (!type) throw new Refusal('FILE_INVALID_TYPE');
  const id = newId();
  const picture = { id, account_id: actor.accountId, content, content_type: type };
  if (!(await insertAvatar(tx, picture))) return undefined;
  recordOwn(tx, actor, {
    kind: 'avatar.uploaded',
    changes: ['avatar'],
    detail: { avatarId: id, size: content.length },
    starts: { workflow: 'scanAvatar', input: { avatarId: id } },
  });
  return { id, virusScanState: 'PENDING' as const };
}

/** Nobody consents for somebody else, or learns whether that somebody exists. */
function refuseOthers(actor: Actor, userId: string): void {
  if (userId !== actor.accountId) throw new Refusal('NOT_FOUND');
}

async function consentOf(reads: Queries, actor: Actor) {
  const given = await findConsent(reads, actor.accountId, CREDIT_CONSENT.version);
  return { ...CREDIT_CONSENT, givenDate: given ?? null };
}
