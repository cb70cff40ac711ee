/** Aims of the calls about a company's saved replies. */
import type { savedReplies } from '@cairn/contract/saved-replies';
import { COMPANY, type Aim } from './aims.ts';
import type { Target } from './targets.ts';

const one = ({ companyId, savedReplyId }: Target) => ({ params: { companyId, id: savedReplyId } });
/** Also reads the reply's id, so that the company has a reply. */
const byCompany = (target: Target) => ({ params: { companyId: one(target).params.companyId } });
const body = { title: 'Page missing', body: 'One page did not come through.' };

export const SAVED_REPLY_AIMS: Record<keyof typeof savedReplies, Aim> = {
  listSavedReplies: { scopes: COMPANY, at: byCompany },
  createSavedReply: { scopes: COMPANY, at: (target) => ({ ...byCompany(target), body }) },
  updateSavedReply: { scopes: COMPANY, at: (target) => ({ ...one(target), body }) },
  deleteSavedReply: { scopes: COMPANY, at: one },
};
