import type { CallName } from '@cairn/contract';
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { CallError } from './CallError.ts';
import { type Request, send } from './client.ts';
import { callKey } from './queries.ts';

export interface CallOptions {
  enabled?: boolean;
  /** Returns true where the screen has dealt with the failure itself. */
  onFailure?: (error: CallError) => boolean;
}

export function callOptions<Name extends CallName>(
  name: Name,
  request: Request<Name>,
  { enabled = true, onFailure }: CallOptions = {},
) {
  return queryOptions({
    queryKey: callKey(name, request),
    queryFn: ({ signal }) => send(name, request, signal),
    enabled,
    meta: { onFailure },
  });
}

/** The reply of a call, refetched when a change has one of its tags. */
export function useCall<Name extends CallName>(
  name: Name,
  request: Request<Name>,
  options?: CallOptions,
) {
  return useQuery(callOptions(name, request, options));
}
