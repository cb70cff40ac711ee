import { useEffect, useState } from 'react';

const TICK_MS = 500;
const secondsUntil = (moment: number): number =>
  Math.max(0, Math.ceil((moment - Date.now()) / 1000));

/**
 * Whole seconds until a moment. They are computed from the clock and not counted down, so that they are right after a
 * tab was suspended.
 */
export function useSecondsLeft(first = 0): [left: number, count: (until: number) => void] {
  const [until, setUntil] = useState(first);
  const [left, setLeft] = useState(() => secondsUntil(first));
  useEffect(() => {
    if (until === 0) return;
    const timer = window.setInterval(() => setLeft(secondsUntil(until)), TICK_MS);
    return () => window.clearInterval(timer);
  }, [until]);
  const count = (moment: number) => {
    setUntil(moment);
    setLeft(secondsUntil(moment));
  };
  return [left, count];
}
