import { Button, Flex, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { routes } from '../../lib/routes.ts';
import { Mark } from '../../ui/Mark.tsx';
import classes from './PublicBar.module.css';

/** Top bar of the public pages. */
export function PublicBar() {
  return (
    <Flex
      component="header"
      align="center"
      justify="space-between"
      gap="sm"
      maw={1200}
      h={72}
      mx="auto"
      px={{ base: 'var(--layout-mobileGutter)', wide: 'var(--layout-gutter)' }}
    >
      <Link to={routes.landing} className={classes.brand} aria-label="Cairn, start page">
        <Mark size={26} />
        <Text span size="section" fz={18} lts="-0.02em" fw={600}>
          Cairn
        </Text>
      </Link>
      <Flex component="nav" gap={{ base: 2, sm: 'xs' }} aria-label="Account">
        <Button
          component={Link}
          to={routes.login}
          variant="subtle"
          className={classes.button ?? ''}
        >
          Log in
        </Button>
        <Button
          component={Link}
          to={routes.signup}
          variant="default"
          className={classes.button ?? ''}
        >
          Create an account
        </Button>
      </Flex>
    </Flex>
  );
}
