import { useMemo } from 'react';
import type { Reply, Request } from './client.ts';
import { callKey, queryClient } from './queries.ts';
import { useAction } from './useAction.ts';
import { useCall } from './useCall.ts';
import { encodePreference, type Preference, readPreference } from './preferences.ts';

/**
 * Shows the new value immediately. If it cannot be saved, the previous value is restored and then refetched from the
 * server.
 */
async function showAtOnce({ params, body }: Request<'setFePreference'>): Promise<() => void> {
  const queryKey = callKey('getFePreference', { params });
  await queryClient.cancelQueries({ queryKey });
  const before = queryClient.getQueryData<Reply<'getFePreference'>>(queryKey);
  queryClient.setQueryData(queryKey, { key: params.key, value: body.value });
  return () => {
    queryClient.setQueryData(queryKey, before);
    void queryClient.invalidateQueries({ queryKey });
  };
}

export function usePreference<Value>(preference: Preference<Value>) {
  const request = { params: { key: preference.key } };
  const { data, isPending } = useCall('getFePreference', request);
  const { mutate } = useAction('setFePreference', { optimistic: showAtOnce });
  const value = useMemo(() => readPreference(preference, data?.value), [preference, data?.value]);
  return {
    value,
    /** True once the request has finished. Until then `value` is the default and may still change. */
    settled: !isPending,
    set: (next: Value) => mutate({ ...request, body: { value: encodePreference(next) } }),
  };
}
