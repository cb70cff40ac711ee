/** Saves new bytes of a file that answers requests: who may do so, and what happens to decisions. */
import type { Actor } from '../../platform/actor.ts';
import type { Queries, Tx } from '../../platform/db/db.ts';
import { authorize } from '../../platform/authorize.ts';
import type { DomainEvent } from '../../platform/record-event.ts';
import { ApiError } from '../../platform/api-error.ts';
import { decisionPatchAfterSave } from './approve-element.ts';
import { isSharedByMessage, requestsAnsweredBy } from './past-answers-store.ts';
import { elementPolicy } from './policy.ts';
import { elementsNow } from './read-elements.ts';
import { recordElementEvent } from './record-element-event.ts';
import {
  lockPackage,
  packageSeenBy,
  saveElement,
  withPackageStanding,
  withAnswers,
  type ElementRow,
  type PackageRow,
} from './store.ts';

interface Answering {
  company_id: string;
  loan_id: string | null;
  id: string;
}

interface AnsweredRequest {
  /** The requests with this file that the caller sees. */
  elements: ElementRow[];
  maySave: boolean;
}

/** One file may answer several requests: to save it, a caller must see all of them and be allowed to answer each. */
async function answeredOn(
  reads: Queries,
  actor: Actor,
  { company_id, id }: Answering,
  loanPackage: PackageRow | undefined,
): Promise<AnsweredRequest> {
  const rows = await reads.run(
    withAnswers(actor)
      .where('element.company_id', '=', company_id)
      .where('element.answer_document_id', '=', id)
      .orderBy('element.in_trash')
      .orderBy('element.id'),
  );
  const [all, isSent] = await Promise.all([
    requestsAnsweredBy(reads, company_id, id),
    isSharedByMessage(reads, company_id, id),
  ]);
  const elements = rows.map((row) => withPackageStanding(row, loanPackage));
  return {
    elements,
    // A message's attachment stays the file that its author sent.
    maySave:
      !isSent &&
      elements.some(({ in_trash }) => !in_trash) &&
      elements.length === all &&
      elements.every((element) => elementPolicy.answer(actor, element)),
  };
}

/** The request that an opened document answers, and whether the caller may save the document. */
export async function findAnsweredRequest(reads: Queries, actor: Actor, document: Answering) {
  if (document.loan_id === null) return { elementId: null, maySave: false };
  // A document shared from another loan can be read without a role on that loan.
  const loanPackage = await packageSeenBy(reads, actor, document.loan_id).catch(undefinedIfRefused);
  const { elements, maySave } = await answeredOn(reads, actor, document, loanPackage);
  return { elementId: elements[0]?.id ?? null, maySave };
}

function undefinedIfRefused(failure: unknown): undefined {
  if (failure instanceof ApiError) return undefined;
  throw failure;
}

/** Locks the package, so that no decision is made about bytes that are being replaced. */
export async function saveAnswerFile(
  tx: Tx,
  actor: Actor,
  document: Answering,
  save: () => Promise<{
    detail: Record<string, unknown>;
    starts: NonNullable<DomainEvent['starts']>;
  }>,
): Promise<void> {
  if (document.loan_id === null) throw new ApiError('UNAUTHORIZED');
  const loanPackage = await lockPackage(tx, actor, document.loan_id);
  const { elements, maySave } = await answeredOn(tx, actor, document, loanPackage);
  if (!maySave) throw new ApiError('UNAUTHORIZED');
  const { detail, starts } = await save();
  for (const element of elements) {
    const decides = elementPolicy.decide(actor, element);
    const answerable = authorize(elementPolicy, 'answer', actor, element);
    await saveElement(tx, answerable, decisionPatchAfterSave(element, { decides }));
  }
  const ids = elements.map(({ id }) => id);
  const now = await elementsNow(tx, actor, ids, new Map([[loanPackage.id, loanPackage]]));
  recordElementEvent(tx, actor, { kind: 'answer.markedUp', detail, starts }, [
    ...elements,
    ...now.rows,
  ]);
}
