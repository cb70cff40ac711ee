import type { Draft } from '@cairn/contract';
import { drafts } from '@cairn/contract/message-drafts';
import type { Actor } from '../../platform/actor.ts';
import { routes } from '../../platform/handler.ts';
import type { Tx } from '../../platform/db/db.ts';
import { authorize } from '../../platform/authorize.ts';
import { newId } from '../../platform/ids.ts';
import { recordOwnEvent } from '../../platform/record-event.ts';
import { ApiError } from '../../platform/api-error.ts';
import { loanSeenBy } from '../loans/index.ts';
import {
  deleteDraft,
  draftsOn,
  findDraft,
  putDraft,
  saveDraft,
  type DraftContent,
  type DraftRow,
} from './drafts-store.ts';
import { messagePolicy } from './policy.ts';
import { presentDraft } from './present.ts';
import { threadSeenBy } from './read-messages.ts';

export const draftRoutes = () =>
  routes(drafts, {
    createDraft: ({ actor, body, write }) =>
      write(async (tx) => {
        const seen = await loanSeenBy(tx, actor, body.loanId);
        const loan = authorize(messagePolicy, 'write', actor, seen);
        const threadId = body.threadId ?? null;
        if (threadId) {
          const thread = await threadSeenBy(tx, actor, threadId);
          if (thread.loan_id !== loan.id) throw new ApiError('NOT_FOUND');
        }
        const place = { companyId: loan.company_id, loanId: loan.id, threadId };
        return kept(tx, actor, await putDraft(tx, actor, place, newId(), contentOf(body)));
      }),

    saveDraft: ({ actor, params, body, write }) =>
      write(async (tx) => {
        const draft = await own(tx, actor, params.id);
        await saveDraft(tx, draft, contentOf(body));
        return kept(tx, actor, draft.id);
      }),

    deleteDraft: ({ actor, params, write }) =>
      write(async (tx) => {
        const draft = await own(tx, actor, params.id);
        await deleteDraft(tx, draft);
        const detail = { draftId: draft.id };
        recordOwnEvent(tx, actor, { kind: 'draft.deleted', changes: ['draft'], detail });
        return { success: true };
      }),

    listDrafts: async ({ actor, params, reads }) => {
      const loan = await loanSeenBy(reads, actor, params.loanId);
      const rows = await reads.run(draftsOn(actor, loan.id));
      return { drafts: rows.map(presentDraft) };
    },

    countDrafts: async ({ actor, params, reads }) => {
      const loan = await loanSeenBy(reads, actor, params.loanId);
      const rows = await reads.run(draftsOn(actor, loan.id));
      return { count: rows.length };
    },
  });

const contentOf = ({
  userIds,
  subject,
  body,
}: {
  userIds: string[];
  subject?: string | undefined;
  body: string;
}): DraftContent => ({ userIds, subject: subject ?? null, body });

async function own(tx: Tx, actor: Actor, id: string): Promise<DraftRow> {
  const draft = await findDraft(tx, actor, id);
  if (!draft) throw new ApiError('NOT_FOUND');
  return draft;
}

async function kept(tx: Tx, actor: Actor, draftId: string): Promise<Draft> {
  recordOwnEvent(tx, actor, { kind: 'draft.saved', changes: ['draft'], detail: { draftId } });
  return presentDraft(await own(tx, actor, draftId));
}
