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
 * Shows the brand of the lender in the bars where the page's loans are all of one, and the product's own where they are
 * not. Until the loans are loaded, and on pages that do not ask, the bars keep the brand that they have.
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
