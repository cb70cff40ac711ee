import { Text } from '@mantine/core';
import type { ReactNode } from 'react';

/** A count beside a heading. */
export function CountPill({ children }: { children: ReactNode }) {
  return (
    <Text
      span
      size="meta"
      px="xs"
      py={1}
      bdrs="var(--radius-pill)"
      bg="var(--sunken)"
      c="var(--ink-2)"
      fw={600}
      lts="0"
    >
      {children}
    </Text>
  );
}
