import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, useEffect, useState } from 'react';
import { type NoAccess, noAccess } from '../lib/noAccess.ts';
import { watchErrors } from '../lib/reportErrors.ts';
import { useStore } from '../lib/store.ts';
import { noAccessInUrl } from './noAccessInUrl.ts';

const NoAccessDialog = lazy(() => import('../ui/NoAccessDialog.tsx'));

/** Opened by a refused call, or by the address; closing it takes it out of the address again. */
export default function NoAccessGate() {
  // Imported here because every page loads this file, after the first load.
  useEffect(watchErrors, []);
  const search = useSearch({ strict: false });
  const navigate = useNavigate();
  const refused = useStore(noAccess);
  const inAddress = JSON.stringify(noAccessInUrl(search));
  useEffect(() => {
    const refusal = JSON.parse(inAddress) as NoAccess | null;
    if (refusal) noAccess.set(refusal);
  }, [inAddress]);
  // Once opened it stays on the page, or it could not fade out.
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
