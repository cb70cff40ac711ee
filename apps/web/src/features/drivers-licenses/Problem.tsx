import { Flex } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './DriversLicenses.module.css';

/** A problem that the user has to correct. Screen readers announce it when it appears. */
export const Problem = ({ children }: { children: ReactNode }) => (
  <Flex
    component="p"
    className={classes.problem}
    align="flex-start"
    gap="s6"
    c="var(--red-fg)"
    fz="table"
    lh="table"
    role="alert"
  >
    {children}
  </Flex>
);
