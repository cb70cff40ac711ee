import { ActionIcon, Flex } from '@mantine/core';
import { IconBell } from '@tabler/icons-react';
import { lazy, Suspense, useCallback, useRef, useState } from 'react';
import { hint } from '../../lib/hint.ts';
import { useCall } from '../../lib/useCall.ts';
import { UnreadBadge } from '../../ui/UnreadCount.tsx';
import classes from './Bell.module.css';

const loadPopover = () => import('./BellPopover.tsx');
const BellPopover = lazy(loadPopover);

/**
 * The bell with the unread count and its panel. The event stream updates the count. The popover is loaded when the user
 * is about to open it: every page has a bell, and the positioning code is 15 kB.
 */
export function BellButton({ size }: { size: 32 | 36 | 44 }) {
  const { data } = useCall('countUnreadNotifications', {});
  const [opened, setOpened] = useState(false);
  const [isLoading, setIsLoading] = useState(false);
  const count = data?.count ?? 0;
  // The first press remounts the button inside the popover, so the focus must be restored.
  const pressed = useRef(false);
  const button = useRef<HTMLButtonElement>(null);
  const keepFocus = useCallback((element: HTMLButtonElement | null) => {
    button.current = element;
    if (pressed.current) element?.focus({ preventScroll: true });
  }, []);
  const dismiss = () => {
    setOpened(false);
    button.current?.focus({ preventScroll: true });
  };
  const target = (
    <Flex component="span" display="inline-flex" pos="relative">
      <ActionIcon
        ref={keepFocus}
        size={size}
        aria-label={count === 0 ? 'Notifications' : `Notifications, ${count} unread`}
        aria-haspopup="dialog"
        aria-expanded={opened}
        onPointerEnter={() => void loadPopover()}
        onFocus={() => void loadPopover()}
        onClick={() => {
          pressed.current = !isLoading;
          setIsLoading(true);
          setOpened(!opened);
        }}
        {...hint('Notifications', 'bottom')}
      >
        <IconBell size={size === 44 ? 20 : 18} stroke={1.7} aria-hidden />
      </ActionIcon>
      {/* Hidden from screen readers, because the button's name contains the count. */}
      <span aria-hidden>
        <UnreadBadge count={count} className={classes.count} />
      </span>
    </Flex>
  );
  if (!isLoading) return target;
  return (
    <Suspense fallback={target}>
      <BellPopover
        target={target}
        unread={count}
        opened={opened}
        onDismiss={dismiss}
        onLeave={() => setOpened(false)}
      />
    </Suspense>
  );
}
