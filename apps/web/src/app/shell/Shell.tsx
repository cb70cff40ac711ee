import type { LoggedUser } from '@cairn/contract';
import { Outlet, useRouterState, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState } from 'react';
import { chooseZone } from '../../lib/format/zone.ts';
import { listenToChanges } from '../../lib/events.ts';
import { readLoanDraft } from '../../lib/loanDraft.ts';
import { usePictures } from '../../lib/pictures.ts';
import { tellOfPresence } from '../../lib/presence.ts';
import { listenToOtherTabs, noteSession } from '../../lib/sessionEnd.ts';
import { endingIn, watchSession } from '../../lib/sessionWatch.ts';
import { registerShareWorker } from '../../lib/shareWorker.ts';
import { useStore } from '../../lib/store.ts';
import { useCall } from '../../lib/useCall.ts';
import { routes } from '../../lib/routes.ts';
import { keepDraftsOf, openCapture } from '../../features/documents/photographedPages.ts';
import { changingPassword } from './changePassword.ts';
import { Banners } from './Banners.tsx';
import { ShellDialogs } from './ShellDialogs.tsx';
import { Sidebar } from './Sidebar.tsx';
import { TabBar } from './TabBar.tsx';
import { Toolbar } from './Toolbar.tsx';
import { TopBar } from './TopBar.tsx';
import classes from './Shell.module.css';
import { useRail } from './useRail.ts';
import { useShellCommands } from './useShellCommands.ts';
import { useUser } from '../../lib/useUser.ts';

const CaptureDialog = lazy(() => import('../../features/capture/CaptureDialog.tsx'));
const AddUser = lazy(() => import('./AddUser.tsx'));
const ChangePasswordDialog = lazy(() => import('../../features/auth/ChangePasswordDialog.tsx'));

function ChangePassword() {
  const opened = useStore(changingPassword);
  // Once opened, the dialog stays mounted; otherwise it could not fade out.
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

/** The dialog in which a user photographs pages for a request. */
function Capture() {
  return useStore(openCapture) ? (
    <Suspense fallback={null}>
      <CaptureDialog />
    </Suspense>
  ) : null;
}

/** Whether the shell hides its bars: the page is embedded in another application, or a preview fills the page. */
function useBare(): boolean {
  return useSearch({
    strict: false,
    select: ({ mobile, expandedPreview }) => mobile !== undefined || expandedPreview !== undefined,
  });
}

type Frame = 'loan' | 'builder' | 'window' | 'portal' | 'page';

const BUILDERS: readonly string[] = [routes.loanTemplateEdit, routes.templateEdit];
const OF_LOAN: readonly string[] = [
  routes.loan,
  routes.loanMessages,
  routes.loanCredit,
  routes.loanSourcesUses,
  routes.loanReminders,
  routes.loanDeliveries,
  routes.loanApplication,
];
const ALL_BELOW = [routes.loanTasks, routes.loanShoebox];

function frameOf(path: string): Frame {
  if (path === routes.annotator || path === routes.review) return 'window';
  if (path.startsWith(`${routes.portal}/`)) return 'portal';
  if (BUILDERS.includes(path)) return 'builder';
  const ofLoan = OF_LOAN.includes(path) || ALL_BELOW.some((above) => path.startsWith(above));
  return ofLoan ? 'loan' : 'page';
}

/** The kind of page in the shell: another URL of the same kind does not re-render the shell. */
const useFrame = (): Frame =>
  useRouterState({ select: ({ matches }) => frameOf(matches.at(-1)?.fullPath ?? '') });

/** Makes all pages show dates in the time zone that the user has chosen. */
function useChosenZone(): void {
  const { data } = useCall('getUserSettings', {});
  useEffect(() => chooseZone(data?.timezoneId), [data?.timezoneId]);
}

const SessionWarning = lazy(() => import('../../features/auth/SessionWarning.tsx'));

function EndOfSession() {
  const ending = useStore(endingIn) !== null;
  const [used, setUsed] = useState(false);
  if (ending && !used) setUsed(true);
  return used ? (
    <Suspense fallback={null}>
      <SessionWarning />
    </Suspense>
  ) : null;
}

/** Tracks the end of the session from the remaining seconds in the user's data and the time of that reply. */
function useSessionEnd({ sessionSeconds }: LoggedUser, saidAt: number) {
  useEffect(() => noteSession(sessionSeconds, saidAt || Date.now()), [sessionSeconds, saidAt]);
  useEffect(listenToOtherTabs, []);
  useEffect(watchSession, []);
  useEffect(tellOfPresence, []);
}

export function Shell() {
  const loggedInUser = useUser();
  const { data: user = loggedInUser, dataUpdatedAt } = useCall('getLoggedUser', {});
  const frame = useFrame();
  const inLoan = frame === 'loan';
  const building = frame === 'builder';
  const rail = useRail(inLoan || building);
  // Files fill the whole window, and portal pages have the lender's layout. Their own bars contain the links back.
  const bare = useBare() || frame === 'window' || frame === 'portal';
  const [streamFrom] = useState(loggedInUser.eventPosition);
  useEffect(() => listenToChanges(streamFrom), [streamFrom]);
  useSessionEnd(user, dataUpdatedAt);
  useEffect(() => {
    // Both erase the drafts of another user.
    keepDraftsOf(user.id);
    readLoanDraft(user.id);
  }, [user.id]);
  useEffect(registerShareWorker, []);
  usePictures();
  useShellCommands();
  useChosenZone();
  return (
    <>
      <a className={classes.skip} href="#main">
        Skip to content
      </a>
      <Banners />
      <div
        className={classes.shell}
        data-rail={rail.collapsed || undefined}
        data-bare={bare || undefined}
      >
        {!bare && (
          <aside className={classes.side}>
            <Sidebar user={user} rail={rail} inLoan={inLoan} />
          </aside>
        )}
        {!bare && <TopBar user={user} inLoan={inLoan} />}
        <div className={classes.column}>
          {!bare && !inLoan && !building && <Toolbar />}
          <main id="main" className={classes.main} tabIndex={-1}>
            <Outlet />
          </main>
        </div>
        {!bare && <TabBar user={user} />}
      </div>
      <ChangePassword />
      <Capture />
      <Suspense fallback={null}>
        <AddUser user={user} />
      </Suspense>
      <ShellDialogs user={user} />
      <EndOfSession />
    </>
  );
}
