import { Box, type BoxProps } from '@mantine/core';
import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import classes from './RowList.module.css';

interface RowListProps extends BoxProps {
  component?: 'ul' | 'ol' | 'dl' | 'div';
  /** Draws a card around all rows. */
  framed?: boolean;
  'aria-label'?: string;
  role?: 'radiogroup';
  'aria-labelledby'?: string;
  children: ReactNode;
}

/** Rows one below the other, with a line between them. */
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

/** The class of a link that fills a whole row. */
export const rowLink = classes.link ?? '';
