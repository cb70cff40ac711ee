import type { UserSettings } from '@cairn/contract';
import type { Request } from '../../lib/client.ts';
import { callKey, queryClient } from '../../lib/queries.ts';
import { useAction } from '../../lib/useAction.ts';
import { useCall } from '../../lib/useCall.ts';
import { takenBack } from './settings.ts';

const queryKey = callKey('getUserSettings', {});
export type Change = Omit<NonNullable<Request<'updateUserSettings'>['body']>, 'keyPreferences'>;

/** Optimistic update; a failure restores the changed fields and reloads the settings. */
async function showAtOnce({ body = {} }: Request<'updateUserSettings'>): Promise<() => void> {
  await queryClient.cancelQueries({ queryKey });
  const before = queryClient.getQueryData<UserSettings>(queryKey);
  const update = (change: (now: UserSettings) => UserSettings) =>
    queryClient.setQueryData<UserSettings>(queryKey, (now) => now && change(now));
  update((now) => ({ ...now, ...body }) as UserSettings);
  return () => {
    if (before) update((now) => takenBack(now, before, Object.keys(body)));
    void queryClient.invalidateQueries({ queryKey });
  };
}

export function useSettings() {
  const query = useCall('getUserSettings', {});
  const { mutate } = useAction('updateUserSettings', { optimistic: showAtOnce });
  return { ...query, change: (body: Change) => mutate({ body }) };
}
