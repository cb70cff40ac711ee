import { useCallback, useInsertionEffect, useRef } from 'react';

/**
 * A function with a stable identity that calls the latest version of `act`, so that memoized rows do not render again.
 */
export function useEventCallback<Args extends unknown[], Result>(
  act: (...args: Args) => Result,
): (...args: Args) => Result {
  const latest = useRef(act);
  useInsertionEffect(() => {
    latest.current = act;
  });
  return useCallback((...args: Args) => latest.current(...args), []);
}
