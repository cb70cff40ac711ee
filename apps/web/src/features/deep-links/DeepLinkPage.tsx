import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useCall } from '../../lib/useCall.ts';
import { Page } from '../../ui/Page.tsx';
import { QueryFallback } from '../../ui/QueryFallback.tsx';

const route = getRouteApi('/shell/loans/$loanId/link');

/** Resolves a deep link and redirects to its page. */
export function DeepLinkPage() {
  const { loanId } = route.useParams();
  const { token = '-' } = route.useSearch();
  const navigate = useNavigate();
  const query = useCall('getDeepLink', { query: { loanId, token } }, { onFailure: () => true });
  const href = query.data?.route;
  useEffect(() => {
    if (href !== undefined) void navigate({ href, replace: true });
  }, [href, navigate]);
  return (
    <Page>
      <QueryFallback
        query={query}
        loading="Opening the link"
        failed="This link doesn’t open anything for you"
      >
        The request was removed, or you no longer have access. Ask the person who sent the link.
      </QueryFallback>
    </Page>
  );
}
