import type { Element, RejectionCode } from '@cairn/contract';
import type { RequestOf, Contract } from '@cairn/contract';
import { hasDecidableAnswer } from '@cairn/contract/task-terms';
import { announce } from '../../lib/announce.ts';
import { sendUndo } from '../../lib/sendUndo.ts';
import { toast } from '../../lib/toast.ts';
import { toastWithUndo } from '../../lib/toastWithUndo.ts';
import { useAction } from '../../lib/useAction.ts';
import { type Patch, showAtOnce } from './packageQuery.ts';
import { isClean } from './status.ts';

type Updates = RequestOf<Contract['updateFormElements']>['body']['updates'];
type Update = Omit<Updates[number], 'id'>;

export const countWords = (elements: readonly Element[]): string =>
  elements.length === 1 ? elements[0]!.title : `${elements.length} items`;

/** A placeholder for the required user id: the server records the caller as the reviewer, whatever id is sent. */
const ANY_ID = '00000000-0000-4000-8000-000000000000';

/**
 * Actions on elements of a package. Updates and moves to the trash are optimistic and are rolled back if the call
 * fails.
 */
export function useElementActions(loanId: string, userId: string) {
  const { mutate: update } = useAction('updateFormElements', {
    optimistic: ({ body }) => {
      const byId = new Map(body.updates.map((each) => [each.id, each]));
      return showAtOnce(loanId, [...byId.keys()], (element) =>
        patchElement(element, byId.get(element.elementId)! ?? byId.get(element.id)!, userId),
      );
    },
  });
  const { mutate: reset } = useAction('resetAnswer');
  const removed: Patch = () => null;
  const { mutate: trash } = useAction('trashElements', {
    optimistic: ({ body }) => showAtOnce(loanId, (body?.elements ?? []) as string[], removed),
  });

  /** `before` returns the update with which Undo restores an element; without it, no Undo is offered. */
  const change = (
    elements: readonly Element[],
    changes: Update,
    outcome: string,
    before?: (element: Element) => Update,
  ): void => {
    if (elements.length === 0) return;
    const updates = elements.map(({ elementId, id, version }) => ({
      id: changes.parentId === undefined ? elementId : id,
      // With the version, the server refuses to overwrite a concurrent change of this element.
      ...(elements.length === 1 && { version }),
      ...changes,
    }));
    update(
      { body: { updates } },
      {
        onSuccess: ({ elements: saved }) => {
          const words = `${countWords(elements)}: ${outcome}`;
          announce(words);
          if (before) toastWithUndo(words, () => changeBack(elements, saved, before));
          else if (elements.length > 1) toast.success(words);
        },
      },
    );
  };

  /**
   * Undoes a change. It sends the versions that the change returned, so that the server refuses the undo if an element
   * was changed since.
   */
  const changeBack = (
    elements: readonly Element[],
    saved: readonly Pick<Element, 'id' | 'version'>[],
    before: (element: Element) => Update,
  ): void => {
    const versions = new Map(saved.map(({ id, version }) => [id, version]));
    const updates = elements.map((element) => {
      const back = before(element);
      const id = back.parentId === undefined ? element.elementId : element.id;
      const version = versions.get(id);
      return { id, ...(version !== undefined && { version }), ...back };
    });
    const words = `${countWords(elements)}: undone`;
    void sendUndo('updateFormElements', { body: { updates } }, words);
  };

  return {
    // Undo is offered only if several elements are approved and none of them was rejected: a single approval has its
    // own button, and undo cannot restore a rejection.
    approve: (elements: readonly Element[]) =>
      change(
        elements,
        { approved: true },
        'Approved',
        elements.length > 1 && elements.every(({ rejectedByUserId }) => rejectedByUserId === null)
          ? () => ({ approved: false })
          : undefined,
      ),
    unapprove: (elements: readonly Element[]) =>
      change(elements, { approved: false }, 'Approval undone'),
    reject: (
      elements: readonly Element[],
      why: { code: RejectionCode | undefined; reason: string },
    ) =>
      change(
        elements,
        {
          rejectedByUserId: ANY_ID,
          rejectionReason: why.reason,
          ...(why.code && { rejectionCode: why.code }),
        },
        'Rejected',
      ),
    move: (elements: readonly Element[], parentId: string, to: string) =>
      change(
        elements.filter((element) => element.parentId !== parentId && element.id !== parentId),
        { parentId },
        `Moved to ${to}`,
        ({ parentId: from }) => ({ parentId: from! }),
      ),
    setSbaTab: (elements: readonly Element[], sbaTab: number | null, to: string) =>
      change(
        elements.filter((element) => element.sbaTab !== sbaTab && element.storageType === 'FILE'),
        { sbaTab },
        `Moved to ${to}`,
      ),
    assign: (elements: readonly Element[], assignedToUserId: string | null, to: string) =>
      change(elements, { assignedToUserId }, `Assigned to ${to}`),
    hide: (elements: readonly Element[], hidden: boolean) =>
      change(
        elements,
        { priorityType: hidden ? 'HIDDEN' : 'MEDIUM' },
        hidden ? 'Hidden from the borrower' : 'Shown to the borrower',
      ),
    release: (elements: readonly Element[]) =>
      change(elements, { releasePhase: null }, 'Released to the borrower'),
    resetAnswer: ({ elementId, title }: Element) =>
      reset(
        { params: { id: elementId }, body: { loanId } },
        { onSuccess: () => toast.success(`${title}: requested again`) },
      ),
    trash: (elements: readonly Element[]) =>
      trash(
        { body: { loanId, elements: elements.map(({ id }) => id) } },
        {
          onSuccess: () =>
            toastWithUndo(
              `${countWords(elements)}: moved to trash`,
              () =>
                void sendUndo(
                  'restoreElements',
                  { body: { loanId, elements: elements.map(({ id }) => id) } },
                  `${countWords(elements)}: restored`,
                ),
            ),
        },
      ),
  };
}
export type ElementActions = ReturnType<typeof useElementActions>;

function patchElement(element: Element, update: Update, userId: string): Element {
  const decided =
    update.approved === true
      ? { approved: true, approvedByUserId: userId, rejectedByUserId: null, rejectionReason: null }
      : update.approved === false
        ? { approved: false, approvedByUserId: null }
        : update.rejectedByUserId
          ? {
              approved: false,
              approvedByUserId: null,
              rejectedByUserId: userId,
              rejectionReason: update.rejectionReason ?? null,
            }
          : {};
  return {
    ...element,
    ...decided,
    ...(update.parentId !== undefined && {
      parentId: update.parentId,
      parentInfoId: update.parentId,
    }),
    ...(update.assignedToUserId !== undefined && { assignedToUserId: update.assignedToUserId }),
    ...(update.sbaTab !== undefined && { sbaTab: update.sbaTab }),
    ...(update.releasePhase === null && { heldUntil: null, hidden: false }),
    ...(update.priorityType !== undefined && {
      priorityType: update.priorityType,
      hidden: update.priorityType === 'HIDDEN',
    }),
  };
}

export const isHeld = ({ abilities, heldUntil }: Element): boolean =>
  abilities.edit && heldUntil !== null;

/** Links are not copied, because the request that they show is requested already. */
export const isCopyable = ({ id, elementId, abilities }: Element): boolean =>
  abilities.edit && id === elementId;

/** Whether there is a submitted answer to decide about, whose file, if any, the scan found clean [R215]. */
export const isDecidable = (element: Element): boolean =>
  element.abilities.decide &&
  hasDecidableAnswer(element) &&
  isClean(element) &&
  !element.answer?.inProgress;
export const isApprovable = (element: Element): boolean =>
  isDecidable(element) && !element.approved && element.status !== 'EXPIRED';
/** Whether the review queue lists the element: it lists each request once, so no links, and no rejected requests. */
export const isToReview = (element: Element): boolean =>
  isApprovable(element) && element.rejectedByUserId === null && element.id === element.elementId;
