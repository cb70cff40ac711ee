import { MAX_PREFERENCES } from '@cairn/contract';
import { settings } from '@cairn/contract/users';
import type { Actor } from '../../platform/actor.ts';
import { routes } from '../../platform/handler.ts';
import type { Db, Tx } from '../../platform/db/db.ts';
import { recordEvent, recordOwnEvent } from '../../platform/record-event.ts';
import { invalidField } from '../../platform/api-error.ts';
import { withOwnPassword } from '../auth/index.ts';
import type { Config } from '../../platform/config.ts';
import { presentSettings } from './present-settings.ts';
import {
  findPhone,
  findPreference,
  findPreferences,
  findSettings,
  saveAgreement,
  savePreferences,
  saveProfile,
  saveSettings,
} from './settings-store.ts';
import { isTimezone, timezones } from './timezones.ts';

interface Deps extends Pick<Config, 'secretKey' | 'terms'> {
  readonly db: Db;
}

/** All calls concern only the caller's own rows. */
export const settingsRoutes = ({ secretKey, db, terms }: Deps) =>
  routes(settings, {
    getUserSettings: async ({ actor, reads }) => {
      const [[savedRow], preferences] = await reads.together(
        findSettings(actor.accountId),
        findPreferences(actor.accountId),
      );
      return presentSettings(savedRow, preferences, terms);
    },

    updateUserSettings: ({ actor, body, write }) =>
      write(async (tx) => {
        const { keyPreferences = {}, agreedToTOS, termsVersion, ...changedSettings } = body;
        if (changedSettings.timezoneId && !isTimezone(changedSettings.timezoneId)) {
          throw invalidField('timezoneId', 'Choose a time zone from the list');
        }
        if (
          (changedSettings.quietFrom === undefined) !==
            (changedSettings.quietUntil === undefined) ||
          (changedSettings.quietFrom === null) !== (changedSettings.quietUntil === null)
        ) {
          throw invalidField('quietUntil', 'Quiet hours need a start and an end');
        }
        await saveSettings(tx, actor.accountId, changedSettings);
        await keep(tx, actor, keyPreferences);
        if (agreedToTOS !== undefined) {
          await agree(tx, actor, { terms, agreed: agreedToTOS, shown: termsVersion });
        }
        const fields = [...Object.keys(changedSettings), ...Object.keys(keyPreferences)];
        // An agreement has its own audit entry.
        if (fields.length > 0 || agreedToTOS === undefined) {
          recordOwnEvent(tx, actor, {
            kind: 'settings.changed',
            changes: ['settings', ...(Object.keys(keyPreferences).length > 0 ? preference : [])],
            detail: { fields },
          });
        }
        const [savedRow] = await tx.run(findSettings(actor.accountId));
        return presentSettings(savedRow, await tx.run(findPreferences(actor.accountId)), terms);
      }),

    getFePreference: async ({ actor, params: { key }, reads }) => {
      const [preference] = await reads.run(findPreference(actor.accountId, key));
      return { key, value: preference?.value ?? null };
    },

    setFePreference: ({ actor, params: { key }, body: { value }, write }) =>
      write(async (tx) => {
        await keep(tx, actor, { [key]: value });
        recordOwnEvent(tx, actor, { kind: 'preference.set', changes: preference, detail: { key } });
        return { key, value };
      }),

    listTimezones: async () => ({ timezones: timezones() }),

    updateOwnProfile: async ({ actor, body, reads, write, http }) => {
      const { password, ...change } = body;
      const save = async (tx: Tx) => {
        const profile = await saveProfile(tx, actor.accountId, change);
        const { changes = [] } = settings.updateOwnProfile;
        recordOwnEvent(tx, actor, {
          kind: 'profile.changed',
          changes,
          detail: { fields: Object.keys(change) },
        });
        // Refreshes the pages of colleagues that show the name. Users of other companies see it with the next load.
        if (actor.companyId) {
          recordEvent(tx, {
            kind: 'person.renamed',
            companyId: actor.companyId,
            actorId: actor.accountId,
            changes: changes.filter((tag) => tag !== 'session'),
          });
        }
        return profile;
      };
      const phone =
        change.phone === undefined ? undefined : await findPhone(reads, actor.accountId);
      if ((change.phone ?? undefined) === phone) return write(save);
      // Codes are sent to this number, so an open session is not enough to change it.
      if (!password)
        throw invalidField('password', 'Enter your password to change your phone number');
      const door = { secretKey, reads, write, http, db };
      return withOwnPassword(door, actor.accountId, { field: 'password', password }, save);
    },
  });

const preference = ['preference'] as const;

interface Agreement {
  terms: Config['terms'];
  agreed: boolean;
  /** The version on the user's page, if the page sends it. */
  shown: string | undefined;
}

/** The server determines the version and the time. An agreement cannot be withdrawn. */
async function agree(
  tx: Tx,
  actor: Actor,
  { terms, agreed, shown: shownVersion }: Agreement,
): Promise<void> {
  if (!agreed) {
    const [savedRow] = await tx.run(findSettings(actor.accountId));
    const holds = terms !== undefined && savedRow?.terms_version === terms.version;
    if (holds)
      throw invalidField('agreedToTOS', 'An agreement to the terms of service can’t be withdrawn');
    return;
  }
  if (!terms) throw invalidField('agreedToTOS', 'There are no terms of service to agree to');
  if (shownVersion !== undefined && shownVersion !== terms.version) {
    throw invalidField('agreedToTOS', 'The terms of service have changed. Please read them again.');
  }
  if (!(await saveAgreement(tx, actor.accountId, terms.version))) return;
  recordOwnEvent(tx, actor, { kind: 'terms.agreed', changes: ['settings'], detail: { ...terms } });
}

/** The contract limits names and sizes. The number is limited here, so that the table stays small. */
async function keep(tx: Tx, actor: Actor, preferences: Record<string, string>): Promise<void> {
  if (Object.keys(preferences).length === 0) return;
  const existing = await tx.run(findPreferences(actor.accountId));
  const keys = new Set([...existing.map(({ key }) => key), ...Object.keys(preferences)]);
  if (keys.size > MAX_PREFERENCES)
    throw invalidField('key', `At most ${MAX_PREFERENCES} preferences`);
  await savePreferences(tx, actor.accountId, preferences);
}
