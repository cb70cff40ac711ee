import { useEffect } from 'react';
import { calls } from './calls.ts';
import { addressOf } from './client.ts';
import { createStore } from './store.ts';
import { useCall } from './useCall.ts';

/** URLs of profile pictures by user id. They are loaded once, so that the replies of list calls do not contain them. */
export const pictures = createStore<ReadonlyMap<string, string>>(new Map());

const pictureAddress = (id: string): string => addressOf(calls.getAvatar.path, { params: { id } });

export function usePictures(): void {
  const { data } = useCall('listAvatars', {});
  useEffect(() => {
    if (!data) return;
    const clean = data.avatars.filter(({ virusScanState }) => virusScanState === 'CLEAN');
    pictures.set(new Map(clean.map(({ id, userId }) => [userId, pictureAddress(id)])));
  }, [data]);
  // Clears the pictures at unmount, so that the next user who logs in does not see them.
  useEffect(() => () => pictures.set(new Map()), []);
}
