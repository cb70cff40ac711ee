import type { LoggedUser } from '@cairn/contract';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useCallback, useState } from 'react';
import { isAdministrator, mayAdminister } from '../../lib/roles.ts';

const AddUserDialog = lazy(() => import('../../features/employees/AddUserDialog.tsx'));

/** Opened by `addUserModal` in the address of any page; closing it takes it out again. */
export default function AddUser({ user }: { user: LoggedUser }) {
  const search = useSearch({ strict: false });
  const navigate = useNavigate();
  const chosen = isAdministrator(user) ? search.companyId : undefined;
  const companyId = user.company?.id ?? chosen;
  const opened = search.addUserModal !== undefined && mayAdminister(user);
  // Once opened it stays on the page, or it could not fade out.
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
