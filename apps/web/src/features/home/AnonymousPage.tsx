import { useSearch } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { routes } from '../../lib/routes.ts';
import { SecureUploadPage } from '../anonymous-sessions/SecureUploadPage.tsx';

const GuestNotice = lazy(() => import('./GuestNotice.tsx'));

/** The secure upload page for a lender's link. Without a link, explains how to get one. */
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
