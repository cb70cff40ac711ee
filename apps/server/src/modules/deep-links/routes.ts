import { deepLinks } from '@cairn/contract/deep-links';
import type { Actor } from '../../platform/actor.ts';
import { ApiError } from '../../platform/api-error.ts';
import type { Reads } from '../../platform/db/db.ts';
import { query } from '../../platform/db/query.ts';
import { routes } from '../../platform/handler.ts';
import { visibleElement } from '../elements/index.ts';
import { viewerOf, visibleLoans } from '../loans/index.ts';
import { readToken, tokenOf, type DeepLink } from './token.ts';

interface DeepLinkDeps {
  readonly secretKey: string;
  readonly site: string;
}

export const deepLinkRoutes = ({ secretKey, site }: DeepLinkDeps) =>
  routes(deepLinks, {
    createDeepLink: async ({ actor, body, reads }) => {
      const { loanId, elementId = null, userId = null, action } = body;
      const link = { loanId, elementId, userId, action };
      await refuseUnseen(reads, actor, link);
      const token = tokenOf(secretKey, link);
      return { url: `${site}/loans/${loanId}/link?token=${token}` };
    },

    getDeepLink: async ({ actor, query: { loanId, token }, reads }) => {
      const link = readToken(secretKey, loanId, token);
      if (!link || (link.userId !== null && link.userId !== actor.accountId)) {
        throw new ApiError('NOT_FOUND');
      }
      await refuseUnseen(reads, actor, link);
      const { elementId, action } = link;
      return { action, loanId, elementId, route: routeOf(link) };
    },
  });

/** Gives the same error for another loan, a hidden request and one in the trash. */
async function refuseUnseen(
  reads: Reads,
  actor: Actor,
  { loanId, elementId }: DeepLink,
): Promise<void> {
  const [loans, elements] = await reads.together(
    visibleLoans(viewerOf(actor), actor).where('loan.id', '=', loanId).select('loan.id'),
    query
      .selectFrom('element')
      .where(visibleElement(actor))
      .where('element.loan_id', '=', loanId)
      .where('element.id', '=', elementId ?? loanId)
      .where('element.in_trash', '=', false)
      .select('element.id'),
  );
  if (loans.length === 0 || (elementId !== null && elements.length === 0)) {
    throw new ApiError('NOT_FOUND');
  }
}

function routeOf({ loanId, elementId, action }: DeepLink): string {
  const loan = `/loans/${loanId}`;
  if (action !== 'OPEN') return `${loan}/${action.toLowerCase()}`;
  return elementId === null ? loan : `${loan}?view=package&item=${elementId}`;
}
