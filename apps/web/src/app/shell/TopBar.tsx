import type { LoggedUser } from '@cairn/contract';
import { ActionIcon } from '@mantine/core';
import { IconMenu2 } from '@tabler/icons-react';
import { Link, useRouterState } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { BellButton } from '../../features/notifications/BellButton.tsx';
import { Mark } from '../../ui/Mark.tsx';
import { headingInView, navbarTitle, useBarBrand } from '../../lib/navbar.ts';
import { useStore } from '../../lib/store.ts';
import { routes } from '../../lib/routes.ts';
import { changingPassword } from './changePassword.ts';
import classes from './TopBar.module.css';

const loadDrawer = () => import('./MenuDrawer.tsx');
const MenuDrawer = lazy(loadDrawer);

/** Top bar of small screens; its drawer has the contents of the sidebar. */
export function TopBar({ user, inLoan }: { user: LoggedUser; inLoan: boolean }) {
  // The drawer is open only on the page where it was opened, so that a navigation closes it.
  const pathname = useRouterState({ select: (state) => state.location.pathname });
  const title = useStore(navbarTitle);
  const brand = useBarBrand(user.id);
  const [openedOn, setOpenedOn] = useState<string | null>(null);
  const opened = openedOn === pathname;
  // The drawer closes when the password dialog, which it can open, is shown.
  if (useStore(changingPassword) && opened) setOpenedOn('');
  return (
    <nav className={classes.bar} data-in-loan={inLoan || undefined} aria-label="Top">
      <Link
        to={routes.home}
        className={classes.brand}
        aria-label={`${brand?.name ?? 'Cairn'}, home`}
      >
        {brand?.mark ?? <Mark size={24} />}
      </Link>
      {/* Repeats the heading of the page when the heading itself is scrolled out of view. */}
      <span className={classes.word} aria-hidden>
        {useStore(headingInView) ? (brand?.name ?? 'Cairn') : title}
      </span>
      <BellButton size={44} />
      <ActionIcon
        size={44}
        aria-label="Open menu"
        aria-expanded={opened}
        onPointerEnter={() => void loadDrawer()}
        onClick={() => setOpenedOn(pathname)}
      >
        <IconMenu2 size={20} stroke={1.7} aria-hidden />
      </ActionIcon>
      {openedOn !== null && (
        <Suspense fallback={null}>
          <MenuDrawer user={user} opened={opened} onClose={() => setOpenedOn('')} />
        </Suspense>
      )}
    </nav>
  );
}
