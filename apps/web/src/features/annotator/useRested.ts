import { useEffect, useState } from 'react';

/** Whoever runs through the rows with the arrows reads none of the files, and is recorded with none. */
const RESTS_AFTER_MS = 350;

export function useRested(): boolean {
  const [rested, setRested] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setRested(true), RESTS_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return rested;
}
