import type { Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './Banner.module.css';
import type { Hue } from './StatusChip.tsx';

interface BannerProps {
  hue: Hue;
  icon: Icon;
  children: ReactNode;
  /** One small button or link for the next step. */
  action?: ReactNode;
}

/** One line above the whole page. It has to be inside a live region, so that screen readers announce it. */
export function Banner({ hue, icon: BannerIcon, children, action }: BannerProps) {
  return (
    <div
      className={classes.banner}
      style={{ color: `var(--${hue}-fg)`, background: `var(--${hue}-bg)` }}
    >
      <BannerIcon size={17} stroke={1.7} aria-hidden />
      <p className={classes.text}>{children}</p>
      {action}
    </div>
  );
}
