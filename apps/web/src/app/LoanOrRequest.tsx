import { DESKTOP_BREAKPOINT_PX } from '@cairn/contract/constants';
import { useMediaQuery } from '@mantine/hooks';
import { getRouteApi, lazyRouteComponent } from '@tanstack/react-router';
import { isLenderStaff } from '../lib/roles.ts';
import { useUser } from '../lib/useUser.ts';

const route = getRouteApi('/shell/loans/$loanId');
const LoanPage = lazyRouteComponent(
  () => import('../features/loan-overview/LoanPage.tsx'),
  'LoanPage',
);
const RequestPage = lazyRouteComponent(
  () => import('../features/loan-overview/RequestPage.tsx'),
  'RequestPage',
);

const WIDE = `(width >= ${DESKTOP_BREAKPOINT_PX}px)`;

/** The loan page, or on a borrower's phone the page of a single request if the URL names one. */
function LoanOrRequestPage() {
  const item = route.useSearch({
    select: ({ view, item: itemId }) => (view === 'package' ? itemId : undefined),
  });
  const isWide = useMediaQuery(WIDE, true, { getInitialValueInEffect: false });
  const isLender = isLenderStaff(useUser());
  return item === undefined || isWide || isLender ? <LoanPage /> : <RequestPage item={item} />;
}

/**
 * Lets the router preload the loan page on a wide screen. On a small screen, neither page is preloaded, because it is
 * not known yet which of the two is needed.
 */
export const LoanOrRequest = Object.assign(LoanOrRequestPage, {
  preload: () => (matchMedia(WIDE).matches ? LoanPage.preload?.() : Promise.resolve()),
});
