import { elementWrites, formElements } from '@cairn/contract/element-writes';
import { routes } from '../../platform/handler.ts';
import { recordElementEvent } from './record-element-event.ts';
import { presentShare, shareAll, sharesOf, sharesSeenBy, unshareAll } from './shares-store.ts';
import { lockElements } from './store.ts';
import { removeElements, restoreElements } from './trash-store.ts';
import { createElements, copyElements, recordCopies } from './create-elements.ts';
import { updateElements } from './update-elements.ts';
import { lockChosenElements, trashChosenElements, recordAndPresentAll } from './trash-elements.ts';

export const elementWriteRoutes = () =>
  routes(elementWrites, {
    createElements: ({ actor, body, write }) =>
      write((tx) => createElements(tx, actor, body.loanId, body.elements)),

    updateElement: ({ actor, body: { id, ...change }, write }) =>
      write(async (tx) => (await updateElements(tx, actor, [{ id, ...change }]))[0]!),

    removeElements: ({ actor, query, body, write }) =>
      write(async (tx) => {
        const { elements } = await lockChosenElements(tx, actor, body, query);
        const ids = await removeElements(tx, actor, elements);
        recordElementEvent(
          tx,
          actor,
          { kind: 'element.removed', detail: { gone: ids.length } },
          elements,
        );
        return { ids };
      }),

    trashElements: ({ actor, query, body, write }) =>
      write((tx) => trashChosenElements(tx, actor, body, query)),

    restoreElements: ({ actor, body, write }) =>
      write(async (tx) => {
        const locked = await lockChosenElements(tx, actor, body, {});
        await restoreElements(tx, actor, locked.elements);
        return recordAndPresentAll(tx, actor, locked, 'element.restored');
      }),

    copyElements: ({ actor, body, write }) => write((tx) => copyElements(tx, actor, body)),

    duplicateElements: ({ actor, body, write }) =>
      write(async (tx) => {
        const locked = await lockElements(tx, actor, body.sourceIds, body.loanId);
        return recordCopies(
          tx,
          { actor, locked, loanId: body.loanId, beside: true },
          'element.duplicated',
        );
      }),

    shareElements: ({ actor, body, write }) =>
      write(async (tx) => {
        const { elements, rows } = await shareAll(tx, actor, body.loanId, body.shares);
        recordElementEvent(tx, actor, { kind: 'element.shared' }, elements);
        return { shares: rows.map(presentShare) };
      }),

    unshareElements: ({ actor, query, body, write }) =>
      write(async (tx) => {
        const choice = { shares: body.shares ?? [], ids: query.id ?? [] };
        const loanId = body.loanId ?? query.loanId;
        const { elements, ids } = await unshareAll(tx, actor, loanId, choice);
        recordElementEvent(tx, actor, { kind: 'element.unshared' }, elements);
        return { ids };
      }),

    listSharedElements: async ({ actor, query, reads }) => {
      const rows = await reads.run(
        query.loanId ? sharesOf(actor, query.loanId) : sharesSeenBy(actor),
      );
      const byLoan = Map.groupBy(rows.map(presentShare), ({ loanId }) => loanId);
      return { sharesByLoan: Object.fromEntries(byLoan) };
    },
  });

export const formElementRoutes = () =>
  routes(formElements, {
    updateFormElements: ({ actor, body, write }) =>
      write(async (tx) => ({ elements: await updateElements(tx, actor, body.updates) })),

    copyFormElements: ({ actor, body, write }) => write((tx) => copyElements(tx, actor, body)),

    updateFormElement: ({ actor, params, body, write }) =>
      write(async (tx) => (await updateElements(tx, actor, [{ id: params.id, ...body }]))[0]!),

    approveFormElement: ({ actor, params, body, write }) =>
      write(async (tx) => (await updateElements(tx, actor, [{ id: params.id, ...body }]))[0]!),
  });
