import type { Draft } from '@cairn/contract';
import { drafts } from '@cairn/contract/message-drafts';
import type { Actor } from '../../platform/actor.ts';
import { routes } from '../../platform/handler.ts';
import type { Queries, Tx } from '../../platform/db/db.ts';
import { authorize } from '../../platform/authorize.ts';
import { newId } from '../../platform/ids.ts';
import { recordOwnEvent } from '../../platform/record-event.ts';
import { ApiError } from '../../platform/api-error.ts';
import { loanSeenBy } from '../loans/index.ts';
import { attachableAmong } from './attach-files.ts';
import { attachmentsAmong } from './attachments-store.ts';
import {
  deleteDraft,
  draftsOn,
  findDraft,
  listedDrafts,
  putDraft,
  saveDraft,
  type DraftContent,
  type DraftRow,
} from './drafts-store.ts';
import { messagePolicy } from './policy.ts';
import { presentDraft, presentListedDraft } from './present.ts';
import { threadSeenBy } from './read-messages.ts';

export const draftRoutes = () =>
  routes(drafts, {
    createDraft: ({ actor, body, write }) =>
      write(async (tx) => {
        const visibleLoan = await loanSeenBy(tx, actor, body.loanId);
        const loan = authorize(messagePolicy, 'write', actor, visibleLoan);
        const threadId = body.threadId ?? null;
        if (threadId) {
          const thread = await threadSeenBy(tx, actor, threadId);
          if (thread.loan_id !== loan.id) throw new ApiError('NOT_FOUND');
        }
        const place = { companyId: loan.company_id, loanId: loan.id, threadId };
        return recordAndPresent(
          tx,
          actor,
          await putDraft(tx, actor, place, newId(), await contentOf(tx, actor, loan.id, body)),
        );
      }),

    saveDraft: ({ actor, params, body, write }) =>
      write(async (tx) => {
        const draft = await requireDraft(tx, actor, params.id);
        const content = await contentOf(tx, actor, draft.loan_id, body);
        if (!(await saveDraft(tx, draft, content))) throw new ApiError('NOT_FOUND');
        return recordAndPresent(tx, actor, draft.id);
      }),

    deleteDraft: ({ actor, params, write }) =>
      write(async (tx) => {
        const draft = await requireDraft(tx, actor, params.id);
        if (!(await deleteDraft(tx, draft))) throw new ApiError('NOT_FOUND');
        const detail = { draftId: draft.id };
        recordOwnEvent(tx, actor, { kind: 'draft.deleted', changes: ['draft'], detail });
        return { success: true };
      }),

    listDrafts: async ({ actor, params, reads }) => {
      const loan = await loanSeenBy(reads, actor, params.loanId);
      const rows = await reads.run(draftsOn(actor, loan.id));
      return { drafts: await presentDrafts(reads, actor, rows) };
    },

    listAllDrafts: async ({ actor, reads }) => {
      const rows = await reads.run(listedDrafts(actor));
      return { drafts: rows.map(presentListedDraft) };
    },

    countDrafts: async ({ actor, params, reads }) => {
      const loan = await loanSeenBy(reads, actor, params.loanId);
      const rows = await reads.run(draftsOn(actor, loan.id));
      return { count: rows.length };
    },
  });

interface GivenContent {
  userIds: string[];
  subject?: string | undefined;
  body: string;
  documentIds: string[];
}

async function contentOf(
  tx: Tx,
  actor: Actor,
  loanId: string,
  { userIds, subject, body, documentIds }: GivenContent,
): Promise<DraftContent> {
  const files = await attachableAmong(tx, actor, loanId, documentIds);
  return { userIds, subject: subject ?? null, body, documentIds: files.map(({ id }) => id) };
}

/** With the files that the caller still sees, in the order in which they were chosen. */
async function presentDrafts(reads: Queries, actor: Actor, rows: DraftRow[]): Promise<Draft[]> {
  const ids = rows.flatMap(({ document_ids }) => document_ids);
  const files = ids.length === 0 ? [] : await reads.run(attachmentsAmong(actor, ids));
  const fileOf = new Map(files.map((file) => [file.id, file]));
  return rows.map((row) =>
    presentDraft(
      row,
      row.document_ids.flatMap((id) => fileOf.get(id) ?? []),
    ),
  );
}

async function requireDraft(tx: Tx, actor: Actor, id: string): Promise<DraftRow> {
  const draft = await findDraft(tx, actor, id);
  if (!draft) throw new ApiError('NOT_FOUND');
  return draft;
}

async function recordAndPresent(tx: Tx, actor: Actor, draftId: string): Promise<Draft> {
  recordOwnEvent(tx, actor, { kind: 'draft.saved', changes: ['draft'], detail: { draftId } });
  const [draft] = await presentDrafts(tx, actor, [await requireDraft(tx, actor, draftId)]);
  return draft!;
}
