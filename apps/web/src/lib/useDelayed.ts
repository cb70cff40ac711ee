import { useEffect, useState } from 'react';

const SKELETON_AFTER_MS = 200;

/** True only after the wait has become noticeable, because a skeleton that flashes is worse than none. */
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
