import { Text } from '@mantine/core';
import type { ReactNode } from 'react';

/** Shows in place of a document why it cannot be displayed. */
export const PreviewNote = ({ children }: { children: ReactNode }) => (
  <Text
    component="div"
    display="grid"
    size="table"
    flex={1}
    p="lg"
    c="var(--ink-2)"
    ta="center"
    style={{ alignContent: 'center', justifyItems: 'center', gap: '0.75rem' }}
  >
    {children}
  </Text>
);
