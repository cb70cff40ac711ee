import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, useEffect, useState } from 'react';
import { type NoAccess, noAccess } from '../lib/noAccess.ts';
import { watchErrors } from '../lib/reportErrors.ts';
import { useStore } from '../lib/store.ts';
import { noAccessInUrl } from './noAccessInUrl.ts';

const NoAccessDialog = lazy(() => import('../ui/NoAccessDialog.tsx'));

/**
 * Shows the no-access dialog after a refused call or if the URL asks for it. Closing it removes its parameters from the
 * URL.
 */
export default function NoAccessGate() {
  // Error reports start here because every page loads this module, but only after the initial load.
  useEffect(watchErrors, []);
  const search = useSearch({ strict: false });
  const navigate = useNavigate();
  const refused = useStore(noAccess);
  const inAddress = JSON.stringify(noAccessInUrl(search));
  useEffect(() => {
    const refusal = JSON.parse(inAddress) as NoAccess | null;
    if (refusal) noAccess.set(refusal);
  }, [inAddress]);
  // Once opened, the dialog stays mounted; otherwise it could not fade out.
  const [used, setUsed] = useState(false);
  if (refused && !used) setUsed(true);
  if (!used) return null;

  const close = () => {
    noAccess.set(null);
    if (inAddress === 'null') return;
    void navigate({
      to: '.',
      search: ({ 'no-access-modal': _modal, message: _message, severity: _severity, ...rest }) =>
        rest,
      replace: true,
    });
  };
  return <NoAccessDialog refused={refused} onClose={close} />;
}
