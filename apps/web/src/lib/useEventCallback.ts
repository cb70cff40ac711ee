import { useCallback, useInsertionEffect, useRef } from 'react';

/** A stable function that calls the latest one, so that memoized rows do not render again. */
export function useEventCallback<Given extends unknown[], Result>(
  act: (...given: Given) => Result,
): (...given: Given) => Result {
  const latest = useRef(act);
  useInsertionEffect(() => {
    latest.current = act;
  });
  return useCallback((...given: Given) => latest.current(...given), []);
}
