import { PREFERENCES_MOST } from '@cairn/contract';
import { settings } from '@cairn/contract/settings';
import type { Actor } from '../../platform/actor.ts';
import { routes } from '../../platform/call.ts';
import type { Tx } from '../../platform/db/db.ts';
import { record, recordOwn } from '../../platform/record.ts';
import { Refusal } from '../../platform/refusal.ts';
import { presentSettings } from './present.ts';
import {
  findPreference,
  findPreferences,
  findSettings,
  savePreferences,
  saveProfile,
  saveSettings,
} from './store.ts';
import { isTimezone, timezones } from './timezones.ts';

/** Everything here is the caller's own: no row of anybody else's is named or reached. */
export const settingsRoutes = () =>
  routes(settings, {
    getUserSettings: async ({ actor, reads }) => {
      const [[kept], preferences] = await reads.together(
        findSettings(actor.accountId),
        findPreferences(actor.accountId),
      );
      return presentSettings(kept, preferences);
    },

    updateUserSettings: ({ actor, body: { keyPreferences = {}, ...changed }, write }) =>
      write(async (tx) => {
        if (changed.timezoneId && !isTimezone(changed.timezoneId)) {
          throw wrong('timezoneId', 'Choose a time zone from the list');
        }
        await saveSettings(tx, actor.accountId, changed);
        await keep(tx, actor, keyPreferences);
        recordOwn(tx, actor, {
          kind: 'settings.changed',
          changes: ['settings', ...(Object.keys(keyPreferences).length > 0 ? preference : [])],
          detail: { fields: [...Object.keys(changed), ...Object.keys(keyPreferences)] },
        });
        const [kept] = await tx.run(findSettings(actor.accountId));
        return presentSettings(kept, await tx.run(findPreferences(actor.accountId)));
      }),

    getFePreference: async ({ actor, params: { key }, reads }) => {
      const [kept] = await reads.run(findPreference(actor.accountId, key));
      return { key, value: kept?.value ?? null };
    },

    setFePreference: ({ actor, params: { key }, body: { value }, write }) =>
      write(async (tx) => {
        await keep(tx, actor, { [key]: value });
        recordOwn(tx, actor, { kind: 'preference.set', changes: preference, detail: { key } });
        return { key, value };
      }),

    listTimezones: async () => ({ timezones: timezones() }),

    updateOwnProfile: ({ actor, body, write }) =>
      write(async (tx) => {
        const profile = await saveProfile(tx, actor.accountId, body);
        const { changes = [] } = settings.updateOwnProfile;
        recordOwn(tx, actor, {
          kind: 'profile.changed',
          changes,
          detail: { fields: Object.keys(body) },
        });
        // Colleagues who have the name on their screen; other companies see it when they next look.
        if (actor.companyId) {
          record(tx, {
            kind: 'person.renamed',
            companyId: actor.companyId,
            actorId: actor.accountId,
            changes: changes.filter((tag) => tag !== 'session'),
          });
        }
        return profile;
      }),
  });

const preference = ['preference'] as const;

const wrong = (field: string, why: string): Refusal =>
  new Refusal('INVALID_REQUEST', { fieldErrors: { [field]: why } });

/** Names and sizes are limited by the contract, the number here: nobody fills the table. */
async function keep(tx: Tx, actor: Actor, given: Record<string, string>): Promise<void> {
  if (Object.keys(given).length === 0) return;
  const known = await tx.run(findPreferences(actor.accountId));
  const keys = new Set([...known.map(({ key }) => key), ...Object.keys(given)]);
  if (keys.size > PREFERENCES_MOST) throw wrong('key', `At most ${PREFERENCES_MOST} preferences`);
  await savePreferences(tx, actor.accountId, given);
}
