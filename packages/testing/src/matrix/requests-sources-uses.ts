/** Aims of the calls about sources and uses. */
import type { sourcesUses } from '@cairn/contract/sources-uses';
import { LOAN, NOTHING, type Aim } from './aims.ts';
import type { Target } from './targets.ts';

const onLoan = ({ sheetLoanId }: Target) => ({ params: { loanId: sheetLoanId } });

export const SOURCES_USES_AIMS: Record<keyof typeof sourcesUses, Aim> = {
  getSourcesUses: { scopes: LOAN, at: onLoan },
  saveSourcesUses: {
    scopes: LOAN,
    at: (target) => ({
      ...onLoan(target),
      body: {
        version: 1,
        sources: [{ name: 'Loan', terms: '', kind: 'LOAN', available: 5 }],
        uses: [{ name: 'Equipment', amounts: [5] }],
      },
    }),
  },
  saveSourcesUsesTemplate: { scopes: LOAN, at: onLoan },
  exportSourcesUses: {
    scopes: LOAN,
    at: ({ sheetLoanId }) => ({ body: { loanId: sheetLoanId } }),
  },
  downloadSourcesUses: { scopes: NOTHING, at: () => ({ query: { token: 'made.up' } }) },
};
