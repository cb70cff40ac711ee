import { useCallback, useInsertionEffect, useRef } from 'react';

/** One function for as long as the page is open, that does what it was last given: no row is drawn for it. */
export function useEventCallback<Given extends unknown[], Result>(
  act: (...given: Given) => Result,
): (...given: Given) => Result {
  const latest = useRef(act);
  useInsertionEffect(() => {
    latest.current = act;
  });
  return useCallback((...given: Given) => latest.current(...given), []);
}
