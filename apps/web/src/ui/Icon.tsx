import type { Icon as TablerIcon } from '@tabler/icons-react';

interface IconProps {
  of: TablerIcon;
  size?: number;
  className?: string;
  /** Only for an icon without text beside it that says the same. */
  label?: string;
}

/** An icon with the line width of the design, hidden from screen readers unless it has a label. */
export function Icon({ of: Shape, size = 16, className, label }: IconProps) {
  const labelProps = label === undefined ? { 'aria-hidden': true } : { 'aria-label': label };
  return <Shape size={size} stroke={1.7} {...(className && { className })} {...labelProps} />;
}
