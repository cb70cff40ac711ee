import { calls } from './calls.ts';
import type { CallName } from '@cairn/contract';
import { useMutation } from '@tanstack/react-query';
import type { CallError } from './CallError.ts';
import { type Reply, type Request, send } from './client.ts';
import { reportFailure } from './failures.ts';
import { refresh } from './queries.ts';

interface ActionOptions<Name extends CallName> {
  /** Shows the expected result before the server responds. Returns a function that reverts it. */
  optimistic?: (request: Request<Name>) => Promise<() => void>;
  onFailure?: (error: CallError) => boolean;
}

/** Sends a write. A success refetches the affected queries; a failure reverts the optimistic change and is reported. */
export function useAction<Name extends CallName>(
  name: Name,
  { optimistic, onFailure }: ActionOptions<Name> = {},
) {
  return useMutation<Reply<Name>, Error, Request<Name>, (() => void) | undefined>({
    mutationFn: (request) => send(name, request),
    onMutate: (request) => optimistic?.(request),
    onError: (error, _request, takeBack) => {
      takeBack?.();
      reportFailure(error, calls[name], onFailure);
    },
    onSuccess: () => {
      void refresh(calls[name].changes);
    },
  });
}
