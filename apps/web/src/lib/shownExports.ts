import { useEffect } from 'react';

const shown: (string | null)[] = [];

export const areExportsShown = (loanId: string): boolean => shown.includes(loanId);

/** A list of downloads that says by itself when one is ready: of a loan, or with null of the shoebox. */
export function useShownExports(loanId: string | null): void {
  useEffect(() => {
    shown.push(loanId);
    return () => void shown.splice(shown.indexOf(loanId), 1);
  }, [loanId]);
}
