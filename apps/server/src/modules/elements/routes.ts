import { elements } from '@cairn/contract/elements';
import { isStaff, type Actor } from '../../platform/actor.ts';
import { routes } from '../../platform/call.ts';
import type { Tx } from '../../platform/db/db.ts';
import { grant } from '../../platform/grant.ts';
import { record } from '../../platform/record.ts';
import { Refusal } from '../../platform/refusal.ts';
import { findDocument } from '../documents/index.ts';
import { loanSeenBy } from '../loans/index.ts';
import { answered } from './answering.ts';
import { elementPolicy } from './policy.ts';
import { presentElement, totalsOf } from './present.ts';
import { elementsOfLoan, findElement, lockElement, saveElement, type ElementRow } from './store.ts';

export const elementRoutes = () =>
  routes(elements, {
    listElements: async ({ actor, params, reads }) => {
      await loanSeenBy(reads, actor, params.id);
      const rows = await reads.run(elementsOfLoan(actor, params.id));
      return { elements: rows.map((row) => presentElement(row, actor)), totals: totalsOf(rows) };
    },

    answerElement: ({ actor, body, write }) => write((tx) => answer(tx, actor, body)),
  });

interface AnswerBody {
  elementId: string;
  loanId: string;
  documentId: string;
  inProgress: boolean;
}

async function answer(tx: Tx, actor: Actor, body: AnswerBody) {
  const row = await lockElement(tx, actor, body.loanId, body.elementId);
  if (!row) throw new Refusal('NOT_FOUND');
  const element = grant(elementPolicy, 'answer', actor, row);
  await documentForAnswer(tx, actor, element, body.documentId);
  await saveElement(tx, element, answered(element, { ...body, answeredBy: actor.accountId }));
  record(tx, {
    kind: 'element.answered',
    companyId: element.company_id,
    actorId: actor.accountId,
    loanId: element.loan_id,
    staffOnly: isStaff(actor) && isKeptFromParties(element),
    changes: ['element', 'document', 'loan', 'loanList'],
    detail: { elementId: element.id, documentId: body.documentId, inProgress: body.inProgress },
  });
  return presentElement((await findElement(tx, actor, element.id))!, actor);
}

/** A document of the same loan, that the caller sees: no request is answered from elsewhere. */
async function documentForAnswer(tx: Tx, actor: Actor, element: ElementRow, documentId: string) {
  const document = await findDocument(tx, actor, documentId);
  if (!document || document.loan_id !== element.loan_id) throw new Refusal('NOT_FOUND');
}

const isKeptFromParties = ({ priority_type, flags }: ElementRow): boolean =>
  priority_type === 'HIDDEN' || flags.includes('LENDER_ONLY') || flags.includes('INTERNAL_ONLY');
