import { useEffect, useState } from 'react';

/**
 * A file is loaded only after this delay, so that moving through the rows with the arrow keys does not open every file
 * on the way and record it as read.
 */
const RESTS_AFTER_MS = 350;

export function useSettled(): boolean {
  const [rested, setRested] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setRested(true), RESTS_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return rested;
}
