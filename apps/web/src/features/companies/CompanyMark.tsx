import { Box, Center } from '@mantine/core';

/** The logo, or the initial. Decorative: the name is beside it. */
export function CompanyMark({ name, logo }: { name: string; logo: string | null }) {
  if (logo)
    return (
      <Box
        src={logo}
        alt=""
        component="img"
        w={28}
        h={28}
        bdrs="sm"
        style={{ objectFit: 'contain' }}
      />
    );
  return (
    <Center
      component="span"
      w={28}
      h={28}
      bdrs="sm"
      bg="var(--gray-bg)"
      c="var(--gray-fg)"
      fw={600}
      fz="meta"
      lh="meta"
      aria-hidden
    >
      {name.slice(0, 1).toUpperCase()}
    </Center>
  );
}
