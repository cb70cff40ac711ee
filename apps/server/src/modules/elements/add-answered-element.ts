/** Adds an element together with the file that answers it. */
import type { Actor } from '../../platform/actor.ts';
import { authorize } from '../../platform/authorize.ts';
import type { Tx } from '../../platform/db/db.ts';
import { addElements } from './add-elements-store.ts';
import { putAnswer } from './answer-element.ts';
import { packagePolicy } from './policy.ts';
import { elementNow } from './read-elements.ts';
import { recordElementEvent } from './record-element-event.ts';
import { elementsByIds, lockPackage, withPackageStanding } from './store.ts';

interface AnsweredElement {
  readonly loanId: string;
  /** Defaults to the package itself. */
  readonly parentId?: string | undefined;
  readonly title: string;
  /** Hidden from everyone outside the lender. */
  readonly hidden: boolean;
}

/** `makeDocument` returns the id of a document of the loan. */
export async function addAnsweredElement(
  tx: Tx,
  actor: Actor,
  { loanId, parentId, title, hidden }: AnsweredElement,
  makeDocument: (destination: {
    companyId: string;
    loanId: string;
    privateTo: null;
  }) => Promise<string>,
) {
  const locked = await lockPackage(tx, actor, loanId);
  const loanPackage = authorize(packagePolicy, 'request', actor, locked);
  const { company_id: companyId, id } = loanPackage;
  const documentId = await makeDocument({ companyId, loanId: id, privateTo: null });
  const [elementId] = await addElements(tx, { companyId, loanId: id, accountId: actor.accountId }, [
    { parentId, title, ...(hidden && { priorityType: 'HIDDEN' as const }) },
  ]);
  const [row] = await tx.run(elementsByIds(actor, [elementId!]));
  const element = withPackageStanding(row!, loanPackage);
  const answer = { elementId: elementId!, documentId, submit: true, inProgress: false };
  const detail = await putAnswer(tx, actor, element, answer);
  const packages = new Map([[loanPackage.id, loanPackage]]);
  const now = await elementNow(tx, actor, elementId!, packages);
  recordElementEvent(tx, actor, { kind: 'element.answered', detail }, now.rows);
  return now.element;
}
