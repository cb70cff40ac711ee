import { Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './EmptyState.module.css';

interface EmptyStateProps {
  title: string;
  children?: ReactNode;
  action?: ReactNode;
}

/** A cairn of three stones. The dashed outline of the top stone means that it is still missing. */
function Stones() {
  return (
    <svg viewBox="0 0 64 56" width={64} height={56} aria-hidden>
      <ellipse className={classes.stone} cx={32} cy={47} rx={25} ry={7} />
      <ellipse className={classes.stone} cx={32} cy={32} rx={17} ry={6} />
      <ellipse className={classes.missing} cx={33} cy={15} rx={10} ry={7.5} />
    </svg>
  );
}

export function EmptyState({ title, children, action }: EmptyStateProps) {
  return (
    <Stack className={classes.empty} gap={4} align="center" pt={56} px="lg" pb={64} ta="center">
      <Stones />
      <Text size="subsection" fw={600}>
        {title}
      </Text>
      {children && (
        <Text maw="38ch" c="var(--ink-2)" size="table">
          {children}
        </Text>
      )}
      {action}
    </Stack>
  );
}
