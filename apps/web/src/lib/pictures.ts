import { useEffect } from 'react';
import { calls } from './calls.ts';
import { addressOf } from './client.ts';
import { createStore } from './store.ts';
import { useCall } from './useCall.ts';

/** Addresses of people's pictures, by person. Loaded once, so that lists need not contain them. */
export const pictures = createStore<ReadonlyMap<string, string>>(new Map());

const pictureAddress = (id: string): string => addressOf(calls.getAvatar.path, { params: { id } });

export function usePictures(): void {
  const { data } = useCall('listAvatars', {});
  useEffect(() => {
    if (!data) return;
    const clean = data.avatars.filter(({ virusScanState }) => virusScanState === 'CLEAN');
    pictures.set(new Map(clean.map(({ id, userId }) => [userId, pictureAddress(id)])));
  }, [data]);
  // Nothing of one person's is left for the next one.
  useEffect(() => () => pictures.set(new Map()), []);
}
