import type { LoanLender } from '@cairn/contract';
import { Center } from '@mantine/core';
import { useEffect } from 'react';
import { barBrand } from '../../lib/navbar.ts';
import { sharedLender } from './sharedLender.ts';

function LenderMark({ name, logo }: { name: string; logo: string | null }) {
  return logo ? (
    <img src={logo} alt="" width={28} height={28} style={{ objectFit: 'contain' }} />
  ) : (
    <Center component="span" w={28} h={28} bdrs="md" bg="var(--ink)" c="var(--surface)" fw={600}>
      {name.slice(0, 1).toUpperCase()}
    </Center>
  );
}

/**
 * Shows the lender's brand in the bars if all loans of the page belong to one lender, and the product's brand
 * otherwise. While the loans are loading, and on pages that do not use this hook, the bars keep their current brand.
 */
export function useLenderBrand(
  userId: string,
  lenders: readonly (LoanLender | null)[] | undefined,
): void {
  const isLoaded = lenders !== undefined;
  const lender = isLoaded ? sharedLender(lenders) : null;
  const name = lender?.name;
  const logo = lender?.logo ?? null;
  useEffect(() => {
    if (!isLoaded) return;
    barBrand.set(
      name === undefined ? null : { userId, name, mark: <LenderMark name={name} logo={logo} /> },
    );
  }, [isLoaded, userId, name, logo]);
}
