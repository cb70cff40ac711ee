import { useEffect, useState } from 'react';

const SKELETON_AFTER_MS = 200;

/** A skeleton that flashes is worse than none: true only once the wait has become noticeable. */
export function useDelayed(waiting: boolean): boolean {
  const [noticeable, setNoticeable] = useState(false);
  useEffect(() => {
    if (!waiting) return;
    const timer = window.setTimeout(() => setNoticeable(true), SKELETON_AFTER_MS);
    return () => {
      window.clearTimeout(timer);
      setNoticeable(false);
    };
  }, [waiting]);
  return waiting && noticeable;
}
