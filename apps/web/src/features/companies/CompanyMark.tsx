import { Box, Center } from '@mantine/core';

interface CompanyMarkProps {
  name: string;
  logo: string | null;
  size?: number;
}

/** The company's logo, or its initial. Decorative: the name is always beside it. */
export function CompanyMark({ name, logo, size = 28 }: CompanyMarkProps) {
  if (logo)
    return (
      <Box
        src={logo}
        alt=""
        component="img"
        w={size}
        h={size}
        bdrs="sm"
        style={{ objectFit: 'contain' }}
      />
    );
  return (
    <Center
      component="span"
      w={size}
      h={size}
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
