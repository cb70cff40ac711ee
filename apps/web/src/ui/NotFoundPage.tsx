import { Box, Button, Center, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Mark } from './Mark.tsx';
import { routes } from '../lib/routes.ts';

export function NotFoundPage() {
  return (
    <Center mih="70dvh" py="xl" px="md" ta="center">
      <Stack gap="xs" align="center" maw={420}>
        <Box component="span" mb="sm">
          <Mark size={40} />
        </Box>
        <Text component="h1" size="title" fw={600} lts="var(--tracking-title)">
          Page not found
        </Text>
        <Box component="p" c="var(--ink-2)">
          Check the link, or go back.
        </Box>
        <Button mt="sm" mx={0} mb="xs" component={Link} to={routes.home}>
          Go to your loans
        </Button>
      </Stack>
    </Center>
  );
}

/** Replaces the whole page if the URL is unknown. */
export function WholeNotFoundPage() {
  return (
    <main id="main" tabIndex={-1}>
      <NotFoundPage />
    </main>
  );
}
