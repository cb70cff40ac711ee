import { Box, Button, Center, Stack, Text } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { Mark } from '../ui/Mark.tsx';
import { SupportLink } from '../ui/SupportLink.tsx';

/** Replaces a page that failed to render. The layout around the page stays mounted. */
export function ErrorPage() {
  return (
    <Center mih="70dvh" py="xl" px="md" ta="center">
      <Stack gap="xs" align="center" maw={420} role="alert">
        <Box component="span" mb="sm">
          <Mark size={40} />
        </Box>
        <Text component="h1" size="title" fw={600} lts="var(--tracking-title)">
          Something went wrong
        </Text>
        <Box component="p" c="var(--ink-2)">
          Page unable to load due to a system error. Please refresh page to continue.
        </Box>
        <Button
          mt="sm"
          mx={0}
          mb="xs"
          leftSection={<IconRefresh size={16} stroke={1.7} aria-hidden />}
          onClick={() => window.location.reload()}
        >
          Refresh
        </Button>
        <Text c="dimmed" size="table">
          If problem persists please contact support. <SupportLink />
        </Text>
      </Stack>
    </Center>
  );
}

/** Replaces the whole application if its layout failed too. */
export function WholeErrorPage() {
  return (
    <main id="main" tabIndex={-1}>
      <ErrorPage />
    </main>
  );
}
