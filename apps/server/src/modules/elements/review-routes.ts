import { review } from '@cairn/contract/review';
import type { ReviewingNotice } from '@cairn/contract';
import { ApiError } from '../../platform/api-error.ts';
import { authorize } from '../../platform/authorize.ts';
import { routes } from '../../platform/handler.ts';
import { elementPolicy } from './policy.ts';
import { namedItems, queueOf } from './review-queue.ts';
import { nameOf, reviewersOf } from './review-store.ts';
import { elementsByIds, packagesOf, withPackageStanding } from './store.ts';

/** A notice is sent through Postgres, which limits it to 8,000 bytes. */
const MAX_TOLD = 100;

type PublishReviewing = (accountIds: string[], notice: ReviewingNotice) => Promise<void>;

export const reviewRoutes = ({ publishReviewing }: { publishReviewing: PublishReviewing }) =>
  routes(review, {
    listReviewQueue: ({ actor, query, reads }) =>
      query.elementId
        ? namedItems(reads, actor, query.elementId)
        : queueOf(reads, actor, query.loanId),

    tellReviewing: async ({ actor, params, body, reads }) => {
      const [row] = await reads.run(elementsByIds(actor, [params.id]));
      const [loanPackage] = row ? await reads.run(packagesOf(actor, [row.loan_id])) : [];
      if (!row || !loanPackage) throw new ApiError('NOT_FOUND');
      authorize(elementPolicy, 'decide', actor, withPackageStanding(row, loanPackage));
      const name = await nameOf(reads, loanPackage, actor.accountId);
      const reviewers = await reviewersOf(reads, loanPackage, MAX_TOLD);
      await publishReviewing(
        reviewers.filter((id) => id !== actor.accountId),
        {
          elementId: row.id,
          userId: actor.accountId,
          name: name ?? 'Someone',
          looking: body.looking,
        },
      );
      return { success: true };
    },
  });
