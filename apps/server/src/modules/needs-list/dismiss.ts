/** Dismisses requests of a template that a loan does not need: they are not added and not suggested again. */
import type { Actor } from '../../platform/actor.ts';
import type { Tx } from '../../platform/db/db.ts';
import { recordEvent } from '../../platform/record-event.ts';
import type { Planned } from './load-plan.ts';
import type { NeededRequest } from './needed-requests.ts';
import { saveRequested } from './store.ts';

export async function dismiss(
  tx: Tx,
  actor: Actor,
  { loan, versionOf }: Planned,
  dismissed: readonly NeededRequest[],
): Promise<void> {
  if (dismissed.length === 0) return;
  await saveRequested(
    tx,
    loan,
    dismissed.map((request) => ({
      template_element_id: request.templateElementId,
      entity_id: request.entityId,
      repeat: request.repeat,
      template_id: versionOf(request).id,
      template_version: versionOf(request).version,
      element_id: null,
    })),
  );
  recordEvent(tx, {
    kind: 'requests.dismissed',
    companyId: loan.company_id,
    actorId: actor.accountId,
    loanId: loan.id,
    staffOnly: true,
    changes: ['element'],
    detail: {
      requests: dismissed.map(({ templateElementId, entityId, rule }) => ({
        templateElementId,
        entityId,
        rule,
      })),
    },
  });
}
