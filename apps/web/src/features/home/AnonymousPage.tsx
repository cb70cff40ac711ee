import { useSearch } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { routes } from '../../lib/routes.ts';
import { SecureUploadPage } from '../anonymous-sessions/SecureUploadPage.tsx';

const GuestNotice = lazy(() => import('./GuestNotice.tsx'));

/** By a lender's link, the page to send files; without one, what a visitor needs for it. */
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
