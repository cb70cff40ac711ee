import { elements } from '@cairn/contract/elements';
import type { PackageTotals } from '@cairn/contract';
import { routes } from '../../platform/handler.ts';
import { presentElements, presentFolders } from './present.ts';
import { wholePackage } from './read-elements.ts';
import { elementsOfLoan, packageSeenBy, elementsShownBy } from './store.ts';
import { packageTotals } from './totals-store.ts';

const NOTHING: PackageTotals = {
  totalFiles: 0,
  totalAnsweredFiles: 0,
  totalFilesHidden: 0,
  totalFolders: 0,
  totalFoldersHidden: 0,
  totalPackagesItems: 0,
  totalShoexboxItems: 0,
};

export const elementRoutes = () =>
  routes(elements, {
    listElements: ({ actor, params, query, reads }) =>
      wholePackage(reads, actor, params.id, query.status, query.view),

    listFolders: async ({ actor, params, reads }) => {
      const loanPackage = await packageSeenBy(reads, actor, params.id);
      return {
        folders: presentFolders(await reads.run(elementsOfLoan(actor, loanPackage, 'ACTIVE'))),
      };
    },

    listStatusChangeElements: async ({ actor, params, query, reads }) => {
      const loanPackage = await packageSeenBy(reads, actor, params.id);
      const rows = await reads.run(elementsShownBy(actor, loanPackage, query.loanReviewStatus));
      return {
        elements: presentElements(rows, {
          actor,
          packages: new Map([[loanPackage.id, loanPackage]]),
        }),
      };
    },

    totalPackagesLoansUser: async ({ actor, query, reads }) => {
      const rows = await reads.run(packageTotals(actor, query.loanId));
      const byLoanId = Object.fromEntries(
        rows.map(({ loan_id, ...counts }) => [loan_id, { ...NOTHING, ...counts }]),
      );
      const sum = { ...NOTHING };
      for (const each of Object.values(byLoanId)) {
        for (const name of Object.keys(sum) as (keyof PackageTotals)[]) sum[name] += each[name];
      }
      return { ...sum, byLoanId };
    },
  });
