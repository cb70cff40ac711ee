import { Link, type LinkProps } from '@tanstack/react-router';
import { IconArrowLeft } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './BackLink.module.css';

/** A link to the parent page. */
export function BackLink({ children, ...link }: LinkProps & { children: ReactNode }) {
  return (
    <Link {...link} className={classes.back ?? ''}>
      <IconArrowLeft size={15} stroke={1.7} aria-hidden />
      {children}
    </Link>
  );
}
