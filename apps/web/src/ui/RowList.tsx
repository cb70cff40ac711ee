import { Box, type BoxProps } from '@mantine/core';
import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import classes from './RowList.module.css';

interface RowListProps extends BoxProps {
  component?: 'ul' | 'ol' | 'dl' | 'div';
  /** A card around all rows. */
  framed?: boolean;
  'aria-label'?: string;
  role?: 'radiogroup';
  'aria-labelledby'?: string;
  children: ReactNode;
}

/** Rows below each other, with a line between them. */
export function RowList({ component = 'ul', framed, className, ...rest }: RowListProps) {
  return (
    <Box
      component={component as 'ul'}
      className={clsx(classes.list, className)}
      data-framed={framed || undefined}
      {...rest}
    />
  );
}

/** The link that a whole row is. */
export const rowLink = classes.link ?? '';
