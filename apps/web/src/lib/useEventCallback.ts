import { useCallback, useInsertionEffect, useRef } from 'react';

/** A stable function that calls the latest one, so that memoized rows do not render again. */
export function useEventCallback<Args extends unknown[], Result>(
  act: (...args: Args) => Result,
): (...args: Args) => Result {
  const latest = useRef(act);
  useInsertionEffect(() => {
    latest.current = act;
  });
  return useCallback((...args: Args) => latest.current(...args), []);
}
