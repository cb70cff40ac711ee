import { Center } from '@mantine/core';
import { loanInitials } from '../lib/format/names.ts';

/** The edge length in px, with the matching radius and font size. */
const SIZES = {
  28: { bdrs: 'sm', fz: 10 },
  30: { bdrs: 'sm', fz: 10 },
  32: { bdrs: 'md', fz: 12 },
} as const;

interface LoanTileProps {
  name: string;
  color: string;
  size: keyof typeof SIZES;
}

/** A loan's initials on the loan's color, shown beside its name. */
export function LoanTile({ name, color, size }: LoanTileProps) {
  return (
    <Center
      component="span"
      flex="none"
      w={size}
      h={size}
      {...SIZES[size]}
      c="#000"
      fw={600}
      lh="meta"
      style={{ background: color }}
      aria-hidden
    >
      {loanInitials(name)}
    </Center>
  );
}
