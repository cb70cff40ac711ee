import { Outlet, useMatchRoute, useRouteContext } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState } from 'react';
import { listenToChanges } from '../../kit/events.ts';
import { tellOfPresence } from '../../kit/presence.ts';
import { useStore } from '../../kit/store.ts';
import { useCall } from '../../kit/useCall.ts';
import { routes } from '../routes.ts';
import { changingPassword } from './changePassword.ts';
import { ConnectionBar } from './ConnectionBar.tsx';
import { Sidebar } from './Sidebar.tsx';
import { TopBar } from './TopBar.tsx';
import classes from './Shell.module.css';
import { useRail } from './useRail.ts';

const ChangePasswordDialog = lazy(() => import('../../features/accounts/ChangePasswordDialog.tsx'));

function ChangePassword() {
  const opened = useStore(changingPassword);
  // Once opened it stays on the page, or it could not fade out.
  const [used, setUsed] = useState(false);
  if (opened && !used) setUsed(true);
  useEffect(() => () => changingPassword.set(false), []);
  if (!used) return null;
  return (
    <Suspense fallback={null}>
      <ChangePasswordDialog opened={opened} onClose={() => changingPassword.set(false)} />
    </Suspense>
  );
}

export function Shell() {
  const context = useRouteContext({ from: '/shell' });
  const { data: user = context.user } = useCall('getLoggedUser', {});
  const inLoan = Boolean(useMatchRoute()({ to: routes.loan }));
  const rail = useRail(inLoan);
  useEffect(listenToChanges, []);
  useEffect(tellOfPresence, []);
  return (
    <>
      <a className={classes.skip} href="#main">
        Skip to the page
      </a>
      <div className={classes.shell} data-rail={rail.collapsed || undefined}>
        <aside className={classes.side}>
          <Sidebar user={user} rail={rail} />
        </aside>
        <TopBar user={user} />
        <main id="main" className={classes.main} tabIndex={-1}>
          <ConnectionBar />
          <Outlet />
        </main>
      </div>
      <ChangePassword />
    </>
  );
}
