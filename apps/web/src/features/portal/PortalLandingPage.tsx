import { useParams, useSearch } from '@tanstack/react-router';
import { routes } from '../../lib/routes.ts';
import { useCall } from '../../lib/useCall.ts';
import { PortalLanding } from './PortalLanding.tsx';
import { WithPortal } from './WithPortal.tsx';

/** Public page that a lender links to from its website. */
export function PortalLandingPage() {
  const { lenderId } = useParams({ from: routes.portal });
  const { template } = useSearch({ from: routes.portal });
  const { data } = useCall('isAuthenticated', {}, { onFailure: () => true });
  return (
    <WithPortal lenderId={lenderId} alone>
      {(portal) => (
        <PortalLanding portal={portal} loggedIn={data?.success ?? false} template={template} />
      )}
    </WithPortal>
  );
}
