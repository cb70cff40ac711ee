import { MAX_SAVED_REPLIES, type SavedReply } from '@cairn/contract';
import { savedReplies } from '@cairn/contract/saved-replies';
import type { Actor } from '../../platform/actor.ts';
import { ApiError } from '../../platform/api-error.ts';
import { authorize } from '../../platform/authorize.ts';
import type { Tx } from '../../platform/db/db.ts';
import type { EventKind } from '../../platform/event-kinds.ts';
import { routes } from '../../platform/handler.ts';
import { newId } from '../../platform/ids.ts';
import { recordEvent } from '../../platform/record-event.ts';
import { companyPolicy, companySeenBy } from '../companies/index.ts';
import { countReplies, deleteReply, insertReply, repliesOf, updateReply } from './store.ts';

/** Employees read saved replies; owners change them. */
export const savedReplyRoutes = () =>
  routes(savedReplies, {
    listSavedReplies: async ({ actor, params, reads }) => {
      const visibleCompany = await companySeenBy(reads, actor, params.companyId);
      const company = authorize(companyPolicy, 'seePlan', actor, visibleCompany);
      return {
        replies: await reads.run(repliesOf(company.id)),
        abilities: { edit: companyPolicy.edit(actor, company) },
      };
    },

    createSavedReply: ({ actor, params, body, write }) =>
      write(async (tx) => {
        const company = await companyToEdit(tx, actor, params.companyId);
        if ((await countReplies(tx, company)) >= MAX_SAVED_REPLIES)
          throw new ApiError('TOO_MANY_SAVED_REPLIES');
        const reply = { id: newId(), ...body };
        await insertReply(tx, actor, company, reply);
        record(tx, actor, company.id, 'savedReply.created', reply);
        return reply;
      }),

    updateSavedReply: ({ actor, params, body, write }) =>
      write(async (tx) => {
        const company = await companyToEdit(tx, actor, params.companyId);
        const reply = await updateReply(tx, actor, company, { id: params.id, ...body });
        if (!reply) throw new ApiError('NOT_FOUND');
        record(tx, actor, company.id, 'savedReply.changed', reply);
        return reply;
      }),

    deleteSavedReply: ({ actor, params, write }) =>
      write(async (tx) => {
        const company = await companyToEdit(tx, actor, params.companyId);
        const reply = await deleteReply(tx, company, params.id);
        if (!reply) throw new ApiError('NOT_FOUND');
        record(tx, actor, company.id, 'savedReply.deleted', reply);
        return { success: true };
      }),
  });

const companyToEdit = async (tx: Tx, actor: Actor, companyId: string) =>
  authorize(companyPolicy, 'edit', actor, await companySeenBy(tx, actor, companyId));

/** The audit entry contains the title, not the text. */
function record(
  tx: Tx,
  actor: Actor,
  companyId: string,
  kind: EventKind,
  { id, title }: SavedReply,
): void {
  recordEvent(tx, {
    kind,
    companyId,
    actorId: actor.accountId,
    staffOnly: true,
    changes: ['savedReply'],
    detail: { savedReplyId: id, titles: [title] },
  });
}
