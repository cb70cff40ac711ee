import { useEffect, useState } from 'react';

/**
 * A dialog that is loaded when it is first asked for would be open from its first moment, and gives the
 * focus back only to where it was when it opened. So it is there first, and opens then.
 */
export function useOpenAfterMount(wanted: boolean): boolean {
  const [there, setThere] = useState(false);
  useEffect(() => {
    const soon = setTimeout(() => setThere(true));
    return () => clearTimeout(soon);
  }, []);
  return wanted && there;
}
