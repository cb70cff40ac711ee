import { Box, Center, Text } from '@mantine/core';
import type { Portal } from '@cairn/contract';
import type { ReactNode } from 'react';
import { useCall } from '../../lib/useCall.ts';
import { QueryFallback } from '../../ui/QueryFallback.tsx';
import type { CallError } from '../../lib/CallError.ts';

const quietly = { onFailure: () => true };

interface WithPortalProps {
  lenderId: string;
  /** Outside the shell, the page needs a main landmark of its own. */
  alone?: boolean;
  children: (portal: Portal) => ReactNode;
}

/** Loads the lender's portal, or says that the link leads to no lender. */
export function WithPortal({ lenderId, alone = false, children }: WithPortalProps) {
  const query = useCall('getPortal', { params: { lenderId } }, quietly);
  if (query.data) return children(query.data);
  const status = query.isError ? (query.error as CallError).status : undefined;
  const isMissing = status === 404 || status === 400;
  return (
    <Center
      mih="100dvh"
      p="lg"
      {...(alone && { component: 'main' as const, id: 'main', tabIndex: -1 })}
    >
      {isMissing ? (
        <Box ta="center">
          <Text component="h1" size="section" fw={600}>
            This link doesn’t lead to a lender
          </Text>
          <Text c="var(--ink-2)" mt="s4">
            Check the link, or ask your lender for a new one.
          </Text>
        </Box>
      ) : (
        <Box w="min(35rem, 100%)">
          <QueryFallback query={query} loading="Loading" failed="The page could not be loaded" />
        </Box>
      )}
    </Center>
  );
}
