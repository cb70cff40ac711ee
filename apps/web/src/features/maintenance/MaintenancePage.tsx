import { Box, Button, Center, Stack, Text } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { routes } from '../../lib/routes.ts';
import { send } from '../../lib/client.ts';
import { forgetUserAfter } from '../../lib/forgetUser.ts';
import { useNow } from '../../lib/clock.ts';
import { Mark } from '../../ui/Mark.tsx';
import { useCall } from '../../lib/useCall.ts';
import classes from './MaintenancePage.module.css';
import { untilWhen } from './windowTimes.ts';

/**
 * Makes the rest of the application inert while this page covers it, for pointer and keyboard, and restores the focus
 * afterwards.
 */
function useAlone() {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    const root = document.getElementById('root');
    const others = [...(root?.children ?? [])].filter((each) => !each.contains(title.current));
    for (const each of others) each.setAttribute('inert', '');
    title.current?.focus();
    return () => {
      for (const each of others) each.removeAttribute('inert');
      if (before instanceof HTMLElement) before.focus({ preventScroll: true });
    };
  }, []);
  return title;
}

/** Logs out. A failure is shown on this page, because it covers the toasts. */
function useLeave() {
  const [state, setState] = useState<'here' | 'leaving' | 'failed'>('here');
  const leave = async () => {
    setState('leaving');
    try {
      await forgetUserAfter(send('logout', {}));
    } catch {
      setState('failed');
      return;
    }
    window.location.assign(routes.login);
  };
  return { leave, isLeaving: state === 'leaving', hasFailed: state === 'failed' };
}

/** Says when maintenance ends and that the user need not do anything. */
export default function MaintenancePage({ end }: { end: string | null }) {
  const title = useAlone();
  const { leave, isLeaving, hasFailed } = useLeave();
  const now = useNow();
  // Uses only cached settings, because the server answers no calls during the window.
  const { data: settings } = useCall('getUserSettings', {}, { enabled: false });
  const zone = settings?.timezoneId ?? undefined;
  return (
    <Center
      component="main"
      className={classes.page}
      pos="fixed"
      inset={0}
      py="xl"
      px="md"
      bg="var(--canvas)"
      ta="center"
      aria-labelledby="maintenance"
    >
      <Stack gap="xs" align="center" maw={440}>
        <Box component="span" mb="md">
          <Mark size={48} />
        </Box>
        <Text
          component="h1"
          id="maintenance"
          ref={title}
          className={classes.title}
          size="title"
          fw={600}
          lts="var(--tracking-title)"
          tabIndex={-1}
        >
          Cairn is down for maintenance
        </Text>
        <Text inherit c="var(--ink-2)">
          {end === null ? 'We’ll be back soon.' : `We’ll be back by ${untilWhen(end, now, zone)}.`}{' '}
          You don’t need to do anything. This page comes back on its own, as you left it.
        </Text>
        <Button variant="subtle" mt="s20" loading={isLeaving} onClick={() => void leave()}>
          Log out
        </Button>
        {hasFailed && (
          <Text inherit c="var(--red-fg)" role="alert">
            You could not be logged out. Try again.
          </Text>
        )}
      </Stack>
    </Center>
  );
}
