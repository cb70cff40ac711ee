import { useEffect, useState } from 'react';

/**
 * A dialog that is loaded when it is first asked for would be open from its first moment, and gives the
 * focus back only to where it was when it opened. So it is there first, and opens then.
 */
export function useOpenAfterMount(isWanted: boolean): boolean {
  const [isMounted, setIsMounted] = useState(false);
  useEffect(() => {
    const soon = setTimeout(() => setIsMounted(true));
    return () => clearTimeout(soon);
  }, []);
  return isWanted && isMounted;
}
