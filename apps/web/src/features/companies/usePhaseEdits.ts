import type { PhaseCategory, PhaseWithTotals } from '@cairn/contract';
import { RELEASE_PHASES, type ReleasePhase } from '@cairn/contract/template-terms';
import { useRef, useState } from 'react';
import { announce } from '../../lib/announce.ts';
import type { Reply } from '../../lib/client.ts';
import { callKey, queryClient } from '../../lib/queries.ts';
import { useAction } from '../../lib/useAction.ts';
import { useCall } from '../../lib/useCall.ts';
import {
  addPhase,
  CATEGORIES,
  type Edit,
  inCategory,
  movePhase,
  setPhaseRelease,
  setPhaseServicing,
  removePhase,
  renamePhase,
} from './phaseEdits.ts';

const titleOf = (category: PhaseCategory) =>
  CATEGORIES.find((each) => each.category === category)!.title;

/**
 * The phases from the server with pending edits applied on top. A failed edit is removed again; the reply of a
 * successful one replaces the list. Edits are sent one after the other, so that they reach the server in the order in
 * which they were made.
 */
export function usePhaseEdits(companyId: string) {
  const request = { params: { companyId } };
  const query = useCall('listPhases', request);
  const [underWay, setUnderWay] = useState<readonly Edit[]>([]);
  const queue = useRef<Promise<unknown>>(Promise.resolve());
  const save = useAction('savePhases');
  const remove = useAction('deletePhases');

  const runEdit = (edit: Edit, send: () => Promise<Reply<'savePhases'>>, announcement: string) => {
    setUnderWay((edits) => [...edits, edit]);
    announce(announcement);
    queue.current = queue.current
      .then(send)
      .then(
        (reply) => queryClient.setQueryData(callKey('listPhases', request), reply),
        () => announce('Couldn’t save. Your changes to the phases were undone.'),
      )
      .finally(() => setUnderWay((edits) => edits.filter((each) => each !== edit)));
  };

  const savedPhases = query.data?.phases;
  const phases =
    savedPhases && underWay.reduce<PhaseWithTotals[]>((now, edit) => edit(now), savedPhases);
  const lenderId = companyId;
  return {
    phases,
    isPending: query.isPending,
    isError: query.isError,
    refetch: query.refetch,
    add: (name: string, category: PhaseCategory) =>
      runEdit(
        addPhase({ id: `new-${crypto.randomUUID()}`, name, lenderId, category }),
        () => save.mutateAsync({ body: [{ lenderId, name, category }] }),
        `${name} added to ${titleOf(category)}`,
      ),
    rename: (phase: PhaseWithTotals, name: string) =>
      runEdit(
        renamePhase(phase.id, name),
        () => save.mutateAsync({ body: [{ id: phase.id, lenderId, name }] }),
        `${phase.name} is now ${name}`,
      ),
    release: (phase: PhaseWithTotals, releases: ReleasePhase) =>
      runEdit(
        setPhaseRelease(phase.id, releases),
        () => save.mutateAsync({ body: [{ id: phase.id, lenderId, releases }] }),
        `${phase.name} releases requests up to ${RELEASE_PHASES[releases]}`,
      ),
    service: (phase: PhaseWithTotals, servicing: boolean) =>
      runEdit(
        setPhaseServicing(phase.id, servicing),
        () => save.mutateAsync({ body: [{ id: phase.id, lenderId, servicing }] }),
        servicing ? `${phase.name} is in Servicing` : `${phase.name} is no longer in Servicing`,
      ),
    move: (phase: PhaseWithTotals, category: PhaseCategory, place: number) => {
      const edit = movePhase(phase.id, category, place);
      const count = inCategory(edit(phases ?? []), category).length;
      const at = Math.min(Math.max(place, 1), count);
      const same = category === phase.category;
      if (same && at === phase.displayOrder) return;
      runEdit(
        edit,
        () =>
          save.mutateAsync({
            body: [{ id: phase.id, lenderId, displayOrder: at, ...(!same && { category }) }],
          }),
        `${phase.name} moved to ${titleOf(category)}, ${at} of ${count}`,
      );
    },
    remove: (phase: PhaseWithTotals) =>
      runEdit(
        removePhase(phase.id),
        () => remove.mutateAsync({ body: [{ id: phase.id, lenderId }] }),
        `${phase.name} removed`,
      ),
  };
}
export type PhaseEdits = ReturnType<typeof usePhaseEdits>;
