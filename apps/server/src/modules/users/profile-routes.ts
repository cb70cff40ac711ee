import { profile } from '@cairn/contract/users';
import type { Actor } from '../../platform/actor.ts';
import { routes } from '../../platform/handler.ts';
import type { Queries, Tx } from '../../platform/db/db.ts';
import { newId } from '../../platform/ids.ts';
import { recordOwnEvent } from '../../platform/record-event.ts';
import { ApiError } from '../../platform/api-error.ts';
import { e164 } from '../../platform/sms.ts';
import { askForCode, withCode } from '../auth/index.ts';
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
} from './profile-store.ts';

const DONE = { success: true };

interface Deps {
  readonly secretKey: string;
  /** Runs the effects of a consent in its transaction. */
  consented(tx: Tx, actor: Actor): Promise<void>;
}

/** The caller's profile, and pictures of people whose names they see. */
export const profileRoutes = ({ secretKey, consented }: Deps) =>
  routes(profile, {
    sendConfirmMobilePhone: async ({ actor, reads, write, http }) => {
      const phone = await phoneOf(reads, actor);
      return write(async (tx) => {
        await askForCode(tx, secretKey, {
          occasion: 'phone',
          to: numberOf(phone),
          accountId: actor.accountId,
          browser: http.markBrowser(),
          deviceToken: http.deviceToken,
        });
        return DONE;
      });
    },

    verifyMobilePhoneWithConfirmCode: async ({ actor, body, reads, write, http }) => {
      const phone = await phoneOf(reads, actor);
      const entered = { to: numberOf(phone), code: body.code };
      await withCode({ write, secretKey }, entered, http.browserToken, async (tx, confirmed) => {
        const isOwnNumber = confirmed.accountId === actor.accountId;
        if (!isOwnNumber || !(await markPhoneVerified(tx, actor.accountId, phone))) {
          throw new ApiError('WRONG_CODE');
        }
        const { accountId } = actor;
        recordOwnEvent(tx, actor, {
          kind: 'phone.verified',
          changes: ['session'],
          starts: { workflow: 'sendMail', input: { mail: 'phoneVerified', accountId } },
        });
      });
      return DONE;
    },

    createAvatar: ({ actor, body, write }) =>
      write(async (tx) => {
        const picture = await keepPicture(tx, actor, body.image);
        if (!picture) throw new ApiError('CONFLICT');
        return picture;
      }),

    replaceAvatar: ({ actor, body, write }) =>
      write(async (tx) => {
        await deleteAvatar(tx, actor.accountId);
        const picture = await keepPicture(tx, actor, body.image);
        // Another tab changed it first.
        if (!picture) throw new ApiError('CONFLICT');
        return picture;
      }),

    deleteAvatar: ({ actor, write }) =>
      write(async (tx) => {
        if (await deleteAvatar(tx, actor.accountId)) {
          recordOwnEvent(tx, actor, { kind: 'avatar.deleted', changes: ['avatar'] });
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

    getAvatar: async ({ actor, params, reads, http }) => {
      const picture = await findPicture(reads, actor, params.id);
      if (!picture) throw new ApiError('NOT_FOUND');
      return http.sendPicture(picture.content, picture.content_type);
    },

    getCreditConsent: async ({ actor, params, reads }) => {
      refuseOthers(actor, params.userId);
      return consentOf(reads, actor);
    },

    giveCreditConsent: ({ actor, params, write, http }) =>
      write(async (tx) => {
        refuseOthers(actor, params.userId);
        const added = await insertConsent(tx, {
          account_id: actor.accountId,
          version: CREDIT_CONSENT.version,
          network_address: http.networkAddress,
        });
        if (added) {
          recordOwnEvent(tx, actor, {
            kind: 'creditConsent.given',
            changes: ['consent'],
            detail: { version: CREDIT_CONSENT.version },
            starts: {
              workflow: 'sendMail',
              input: { mail: 'creditConsentGiven', accountId: actor.accountId },
            },
          });
        }
        const consent = await consentOf(tx, actor);
        if (added) await consented(tx, actor);
        return consent;
      }),

    updateAzureEmail: ({ actor, body: { azureEmail }, write }) =>
      write(async (tx) => {
        await saveAzureEmail(tx, actor.accountId, azureEmail);
        recordOwnEvent(tx, actor, {
          kind: 'profile.changed',
          changes: ['session'],
          detail: { fields: ['azureEmail'] },
        });
        return { azureEmail };
      }),
  });

function numberOf(phone: string): string {
  const number = e164(phone);
  if (!number) throw new ApiError('NO_PHONE');
  return number;
}

async function phoneOf(reads: Queries, actor: Actor): Promise<string> {
  const phone = await findPhone(reads, actor.accountId);
  if (!phone) throw new ApiError('NO_PHONE');
  return phone;
}

/** Returns undefined if the person has a picture already. The bytes must be a valid picture, whatever the page did. */
async function keepPicture(tx: Tx, actor: Actor, image: string) {
  const content = Buffer.from(image, 'base64');
  const type = pictureType(content);
  if (!type) throw new ApiError('FILE_INVALID_TYPE');
  const id = newId();
  const picture = { id, account_id: actor.accountId, content, content_type: type };
  if (!(await insertAvatar(tx, picture))) return undefined;
  recordOwnEvent(tx, actor, {
    kind: 'avatar.uploaded',
    changes: ['avatar'],
    detail: { avatarId: id, size: content.length },
    starts: { workflow: 'scanAvatar', input: { avatarId: id } },
  });
  return { id, virusScanState: 'PENDING' as const };
}

/** Users can neither consent for another user nor learn whether that user exists. */
function refuseOthers(actor: Actor, userId: string): void {
  if (userId !== actor.accountId) throw new ApiError('NOT_FOUND');
}

async function consentOf(reads: Queries, actor: Actor) {
  const consentDate = await findConsent(reads, actor.accountId, CREDIT_CONSENT.version);
  return { ...CREDIT_CONSENT, givenDate: consentDate ?? null };
}
