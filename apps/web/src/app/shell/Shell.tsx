import { Outlet, useMatchRoute, useRouteContext } from '@tanstack/react-router';
import { useEffect } from 'react';
import { listenToChanges } from '../../kit/events.ts';
import { tellOfPresence } from '../../kit/presence.ts';
import { useCall } from '../../kit/useCall.ts';
import { routes } from '../routes.ts';
import { ConnectionBar } from './ConnectionBar.tsx';
import { Sidebar } from './Sidebar.tsx';
import { TopBar } from './TopBar.tsx';
import classes from './Shell.module.css';
import { useRail } from './useRail.ts';

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
    </>
  );
}
