import { IconWifiOff } from '@tabler/icons-react';
import { useEffect } from 'react';
import { Banner } from '../../kit/Banner.tsx';
import { send } from '../../kit/client.ts';
import { connectionLost } from '../../kit/connection.ts';
import { queryClient } from '../../kit/queries.ts';
import { useStore } from '../../kit/store.ts';

const TRY_AGAIN_MS = 4_000;

/** "Trying again" is meant: one small call now and then, and once it is answered, all that failed. */
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
  useTryingAgain(lost);
  if (!lost) return null;
  return (
    <Banner hue="red" icon={IconWifiOff}>
      Can’t reach the server. Trying again.
    </Banner>
  );
}
