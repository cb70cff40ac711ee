import { useSearch } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { routes } from '../../lib/routes.ts';
import { SecureUploadPage } from '../anonymous-sessions/SecureUploadPage.tsx';

const GuestNotice = lazy(() => import('./GuestNotice.tsx'));

/** Secure upload with a lender's link; without one, how to get a link. */
export function AnonymousPage() {
  const { lenderUniqueCode } = useSearch({ from: routes.anonymous });
  return lenderUniqueCode === undefined ? (
    <Suspense fallback={null}>
      <GuestNotice />
    </Suspense>
  ) : (
    <SecureUploadPage lenderUniqueCode={lenderUniqueCode} />
  );
}
