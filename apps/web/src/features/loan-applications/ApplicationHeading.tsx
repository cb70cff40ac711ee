import { Box, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { PageTitle } from '../../ui/Page.tsx';

interface ApplicationHeadingProps {
  title: string;
  /** Shown between the title and the lead. */
  facts?: ReactNode;
  lead: ReactNode;
  action?: ReactNode;
}

/** Heading of the pages of a loan application. */
export function ApplicationHeading({ title, facts, lead, action }: ApplicationHeadingProps) {
  return (
    <Group align="flex-end" justify="space-between" gap="s20" mb="s20" style={{ rowGap: 12 }}>
      <div>
        <PageTitle>{title}</PageTitle>
        {facts}
        <Box
          component="p"
          maw={640}
          mt="s4"
          c="var(--ink-2)"
          fz="bodyBorrower"
          style={{ lineHeight: '1.5rem' }}
        >
          {lead}
        </Box>
      </div>
      {action}
    </Group>
  );
}
