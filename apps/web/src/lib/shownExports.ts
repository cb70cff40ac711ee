import { useEffect } from 'react';

const loanIds: (string | null)[] = [];

export const areExportsShown = (loanId: string): boolean => loanIds.includes(loanId);

/** A list of downloads that says by itself when one is ready: of a loan, or with null of the shoebox. */
export function useShownExports(loanId: string | null): void {
  useEffect(() => {
    loanIds.push(loanId);
    return () => void loanIds.splice(loanIds.indexOf(loanId), 1);
  }, [loanId]);
}
