import { lazy, Suspense, useState } from 'react';
import { keepSeen, mustAsk } from './consent.ts';

const CookieNotice = lazy(() => import('./CookieNotice.tsx'));

/**
 * The cookie notice. Its code comes from the application's own server and not from a third party, and it is loaded only
 * for users who have not dismissed it [R036].
 */
export function CookieConsent() {
  const [asking, setAsking] = useState(mustAsk);
  if (!asking) return null;
  const close = () => {
    keepSeen();
    setAsking(false);
    document.getElementById('main')?.focus({ preventScroll: true });
  };
  return (
    <Suspense fallback={null}>
      <CookieNotice onClose={close} />
    </Suspense>
  );
}
