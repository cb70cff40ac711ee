import type { LoggedUser } from '@cairn/contract';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useCallback, useState } from 'react';
import { isAdministrator, mayAdminister } from '../../lib/roles.ts';

const AddUserDialog = lazy(() => import('../../features/employees/AddUserDialog.tsx'));

/** The dialog to add a user. `addUserModal` in the URL of any page opens it, and closing it removes the parameter. */
export default function AddUser({ user }: { user: LoggedUser }) {
  const search = useSearch({ strict: false });
  const navigate = useNavigate();
  const chosen = isAdministrator(user) ? search.companyId : undefined;
  const companyId = user.company?.id ?? chosen;
  const opened = search.addUserModal !== undefined && mayAdminister(user);
  // Once opened, the dialog stays mounted; otherwise it could not fade out.
  const [used, setUsed] = useState(false);
  if (opened && !used) setUsed(true);
  const close = useCallback(
    () =>
      void navigate({
        to: '.',
        search: ({ addUserModal: _modal, ...rest }) => rest,
        replace: true,
      }),
    [navigate],
  );
  if (!used || companyId === undefined) return null;
  return (
    <Suspense fallback={null}>
      <AddUserDialog companyId={companyId} opened={opened} onClose={close} />
    </Suspense>
  );
}
