import { IconWifiOff } from '@tabler/icons-react';
import { useEffect } from 'react';
import { Banner } from '../../ui/Banner.tsx';
import { send } from '../../lib/client.ts';
import { connectionLost } from '../../lib/connection.ts';
import { queryClient } from '../../lib/queries.ts';
import { useStore } from '../../lib/store.ts';
import { isGoing, uploads } from '../../features/documents/uploads.ts';
import { shoeboxUploads } from '../../features/shoebox/shoeboxUploads.ts';

const TRY_AGAIN_MS = 4_000;

/**
 * While the connection is lost, sends a small call every few seconds. Once a call succeeds, all queries are refetched.
 */
function useTryingAgain(lost: boolean) {
  useEffect(() => {
    if (!lost) return;
    const timer = window.setInterval(() => {
      void send('isAuthenticated', {}).catch(() => null);
    }, TRY_AGAIN_MS);
    return () => {
      window.clearInterval(timer);
      void queryClient.invalidateQueries();
    };
  }, [lost]);
}

export function ConnectionBar() {
  const lost = useStore(connectionLost);
  const all = [...useStore(uploads).values(), ...useStore(shoeboxUploads).values()];
  const going = all.flat().filter(isGoing);
  useTryingAgain(lost);
  if (going.some(({ state }) => state === 'paused') || (lost && going.length > 0)) {
    return (
      <Banner hue="orange" icon={IconWifiOff}>
        No connection. Uploads continue once you’re back online. Keep this page open.
      </Banner>
    );
  }
  if (!lost) return null;
  return (
    <Banner hue="red" icon={IconWifiOff}>
      Can’t reach the server. Trying again.
    </Banner>
  );
}
