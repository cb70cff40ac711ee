import { useEffect, useState } from 'react';

/** Moving through the rows with the arrow keys must not open, and record as read, every file on the way. */
const RESTS_AFTER_MS = 350;

export function useSettled(): boolean {
  const [rested, setRested] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setRested(true), RESTS_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return rested;
}
