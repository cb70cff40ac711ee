import type { CallName } from '@cairn/contract';
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { CallError } from './CallError.ts';
import { type Request, send } from './client.ts';
import { callKey } from './queries.ts';

export interface CallOptions {
  enabled?: boolean;
  /** Returns true if the page has handled the failure itself. */
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

/** Loads the reply of a call, and refetches it when a change has one of its tags. */
export function useCall<Name extends CallName>(
  name: Name,
  request: Request<Name>,
  options?: CallOptions,
) {
  return useQuery(callOptions(name, request, options));
}
