/** New bytes of a file that answers requests: who may save them, and what becomes of what was decided. */
import type { Actor } from '../../platform/actor.ts';
import type { Queries, Tx } from '../../platform/db/db.ts';
import type { Happening } from '../../platform/record.ts';
import { Refusal } from '../../platform/refusal.ts';
import { decisionAfterSaving } from './approval.ts';
import { asksForFourEyes } from './four-eyes-store.ts';
import { requestsAnsweredBy } from './past-answers-store.ts';
import { elementPolicy } from './policy.ts';
import { elementsNow } from './reading.ts';
import { recordDeed } from './recording.ts';
import {
  lockPackage,
  packageSeenBy,
  saveElement,
  standingOn,
  withAnswers,
  type ElementRow,
  type PackageRow,
} from './store.ts';

interface Answering {
  company_id: string;
  loan_id: string | null;
  id: string;
}

interface Answered {
  /** The requests that it answers and the caller sees. */
  elements: ElementRow[];
  maySave: boolean;
}

/** One file may answer several requests: whoever saves it may answer all of them, and sees all of them. */
async function answeredOn(
  reads: Queries,
  actor: Actor,
  { company_id, id }: Answering,
  its: PackageRow | undefined,
): Promise<Answered> {
  const rows = await reads.run(
    withAnswers(actor)
      .where('element.company_id', '=', company_id)
      .where('element.answer_document_id', '=', id)
      .orderBy('element.in_trash')
      .orderBy('element.id'),
  );
  const all = await requestsAnsweredBy(reads, company_id, id);
  const elements = rows.map((row) => standingOn(row, its));
  return {
    elements,
    maySave:
      elements.some(({ in_trash }) => !in_trash) &&
      elements.length === all &&
      elements.every((element) => elementPolicy.answer(actor, element)),
  };
}

/** For whoever opens a document: what it answers, and whether they may save it. */
export async function answeredWith(reads: Queries, actor: Actor, document: Answering) {
  if (document.loan_id === null) return { elementId: null, maySave: false };
  // What is shared from another loan is read, without a standing on that loan.
  const its = await packageSeenBy(reads, actor, document.loan_id).catch(nobodyThere);
  const { elements, maySave } = await answeredOn(reads, actor, document, its);
  return { elementId: elements[0]?.id ?? null, maySave };
}

function nobodyThere(failure: unknown): undefined {
  if (failure instanceof Refusal) return undefined;
  throw failure;
}

/** Saves with the package locked, so that nobody decides about bytes that are being replaced. */
export async function saveAnsweredWith(
  tx: Tx,
  actor: Actor,
  document: Answering,
  save: () => Promise<{
    detail: Record<string, unknown>;
    starts: NonNullable<Happening['starts']>;
  }>,
): Promise<void> {
  if (document.loan_id === null) throw new Refusal('UNAUTHORIZED');
  const its = await lockPackage(tx, actor, document.loan_id);
  const { elements, maySave } = await answeredOn(tx, actor, document, its);
  if (!maySave) throw new Refusal('UNAUTHORIZED');
  const { detail, starts } = await save();
  const fourEyes = (await asksForFourEyes(tx, [its])).has(its.company_id);
  for (const element of elements) {
    const decides = elementPolicy.decide(actor, element);
    await saveElement(tx, element, decisionAfterSaving(element, { decides, fourEyes }));
  }
  const ids = elements.map(({ id }) => id);
  const now = await elementsNow(tx, actor, ids, new Map([[its.id, its]]));
  recordDeed(tx, actor, { kind: 'answer.markedUp', detail, starts }, [...elements, ...now.rows]);
}
