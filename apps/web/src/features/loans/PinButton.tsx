import { ActionIcon } from '@mantine/core';
import { IconPin, IconPinFilled } from '@tabler/icons-react';
import { hint } from '../../lib/hint.ts';

interface PinButtonProps {
  name: string;
  pinned: boolean;
  className?: string | undefined;
  /** The keyboard shortcut that the tooltip shows. */
  shortcut?: string;
  onToggle: () => void;
}

export function PinButton({ name, pinned, className, shortcut = '', onToggle }: PinButtonProps) {
  const Icon = pinned ? IconPinFilled : IconPin;
  return (
    <ActionIcon
      className={className ?? ''}
      size={32}
      aria-label={`Pin ${name}`}
      aria-pressed={pinned}
      onClick={onToggle}
      {...hint(`${pinned ? 'Unpin' : 'Pin'}${shortcut}`)}
    >
      <Icon size={16} stroke={1.7} aria-hidden />
    </ActionIcon>
  );
}
