import { Box, Button, Center, Flex } from '@mantine/core';
import { IconLink } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { routes } from '../../lib/routes.ts';
import { PageTitle } from '../../ui/Page.tsx';
import classes from './GuestNotice.module.css';
import { PublicBar } from './PublicBar.tsx';

/** Shown without a lender's link: explains what a visitor needs to send files. */
export default function GuestNotice() {
  return (
    <Box mih="100dvh" bg="var(--canvas)">
      <PublicBar />
      <Center
        id="main"
        tabIndex={-1}
        component="main"
        className={classes.main}
        px="var(--layout-mobileGutter)"
        pt="lg"
        pb="s64"
      >
        <Box
          w="min(var(--layout-secureMax), 100%)"
          bd="var(--border)"
          bdrs="xl"
          bg="var(--surface)"
          px={{ base: 20, sm: 36 }}
          py={{ base: 'lg', sm: 36 }}
        >
          <Center
            component="span"
            w="var(--touch)"
            h="var(--touch)"
            mb={18}
            bdrs="var(--radius-menu)"
            bg="var(--accent-soft)"
            c="var(--accent-text)"
          >
            <IconLink size={22} stroke={1.6} aria-hidden />
          </Center>
          <PageTitle>You’re here as a guest</PageTitle>
          <Box component="p" mt="s10" c="var(--ink-2)" fz="bodyBorrower" lh="1.5rem">
            To send documents without an account, open the link that your lender gave you. The link
            is different for each person, so we can’t look it up for you.
          </Box>
          <Box component="p" mt="s10" c="var(--ink-2)" fz="bodyBorrower" lh="1.5rem">
            With an account you can see what’s needed and the status of each document.
          </Box>
          <Flex className={classes.actions} wrap="wrap" gap="s10" mt="lg">
            <Button component={Link} to={routes.signup}>
              Create an account
            </Button>
            <Button component={Link} to={routes.login} variant="default">
              Log in
            </Button>
          </Flex>
        </Box>
      </Center>
    </Box>
  );
}
