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
    dismissed.map((wanted) => ({
      template_element_id: wanted.templateElementId,
      entity_id: wanted.entityId,
      repeat: wanted.repeat,
      template_id: versionOf(wanted).id,
      template_version: versionOf(wanted).version,
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
