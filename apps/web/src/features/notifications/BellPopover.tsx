import { Popover } from '@mantine/core';
import type { ReactNode } from 'react';
import { BellPanel } from './BellPanel.tsx';

interface BellPopoverProps {
  target: ReactNode;
  unread: number;
  opened: boolean;
  /** Called on Escape or a press outside. The focus returns to the bell. */
  onDismiss: () => void;
  /** Called when a link in the panel is followed. */
  onLeave: () => void;
}

export default function BellPopover(props: BellPopoverProps) {
  const { target, unread, opened, onDismiss, onLeave } = props;
  return (
    <Popover
      opened={opened}
      onDismiss={onDismiss}
      position="bottom-end"
      width="min(424px, calc(100vw - 16px))"
      shadow="md"
      trapFocus
      withinPortal
    >
      <Popover.Target>{target}</Popover.Target>
      <Popover.Dropdown p={0} aria-label="Notifications">
        {opened && <BellPanel unread={unread} onClose={onLeave} />}
      </Popover.Dropdown>
    </Popover>
  );
}
