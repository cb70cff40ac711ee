import { useEffect } from 'react';

const loanIds: (string | null)[] = [];

export const areExportsShown = (loanId: string): boolean => loanIds.includes(loanId);

/**
 * Registers a visible list of downloads, which shows by itself when one is ready, so that no toast is needed. Null
 * stands for the shoebox instead of a loan.
 */
export function useShownExports(loanId: string | null): void {
  useEffect(() => {
    loanIds.push(loanId);
    return () => void loanIds.splice(loanIds.indexOf(loanId), 1);
  }, [loanId]);
}
