import { useEffect, useState } from 'react';

/**
 * Opens a dialog only after it was mounted closed. A dialog returns the focus to the element that had it when the
 * dialog opened. A lazily loaded dialog that mounts already open would miss that moment and could not return the focus.
 */
export function useOpenAfterMount(isWanted: boolean): boolean {
  const [isMounted, setIsMounted] = useState(false);
  useEffect(() => {
    const soon = setTimeout(() => setIsMounted(true));
    return () => clearTimeout(soon);
  }, []);
  return isWanted && isMounted;
}
