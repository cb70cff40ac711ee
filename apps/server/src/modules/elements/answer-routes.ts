import { answers } from '@cairn/contract/answers';
import type { Actor } from '../../platform/actor.ts';
import type { Queries } from '../../platform/db/db.ts';
import { routes } from '../../platform/handler.ts';
import { ApiError } from '../../platform/api-error.ts';
import { pastAnswersOf } from './past-answers-store.ts';
import { presentPastAnswer } from './present.ts';
import { elementNow } from './read-elements.ts';
import { emailReceipt, findReceipt } from './receipts.ts';
import { remindAssignee } from './remind-assignee.ts';
import { packageSeenBy } from './store.ts';
import {
  answerElement,
  copyAnswer,
  promiseElement,
  purgeTrashedAnswers,
  removeAnswer,
} from './answer-element.ts';

/** As the caller sees it; of this loan and no other. */
async function answeredElement(
  reads: Queries,
  actor: Actor,
  { id, elementId }: { id: string; elementId: string },
) {
  const loanPackage = await packageSeenBy(reads, actor, id).catch(() => {
    throw new ApiError('NOT_FOUND');
  });
  const packages = new Map([[loanPackage.id, loanPackage]]);
  const { element, rows } = await elementNow(reads, actor, elementId, packages);
  if (rows[0]!.loan_id !== loanPackage.id) throw new ApiError('NOT_FOUND');
  return { loanPackage, element };
}

export const answerRoutes = ({ secretKey }: { secretKey: string }) =>
  routes(answers, {
    answerElement: ({ actor, body, write }) => write((tx) => answerElement(tx, actor, body)),
    answerFormElement: ({ actor, params, body, write }) =>
      write((tx) => answerElement(tx, actor, { elementId: params.id, ...body })),

    promiseElement: ({ actor, params, body, write }) =>
      write((tx) =>
        promiseElement(tx, actor, { elementId: params.id, loanId: body.loanId }, body.promisedDate),
      ),

    remindAssignee: ({ actor, params, body, write }) =>
      write(async (tx) => {
        await remindAssignee(tx, actor, secretKey, { elementId: params.id, loanId: body.loanId });
        return { success: true };
      }),

    removeAnswer: ({ actor, query, body, write }) =>
      write((tx) => removeAnswer(tx, actor, { ...query, ...body }, 'answer.removed')),

    resetAnswer: ({ actor, params, body, write }) =>
      write((tx) =>
        removeAnswer(tx, actor, { elementId: params.id, loanId: body.loanId }, 'answer.reset'),
      ),

    purgeAnswer: ({ actor, query, body, write }) =>
      write((tx) => purgeTrashedAnswers(tx, actor, { ...query, ...body })),

    copyAnswer: ({ actor, body, write }) => write((tx) => copyAnswer(tx, actor, body)),

    getReceipt: async ({ actor, params, reads }) =>
      findReceipt(reads, await answeredElement(reads, actor, params)),

    emailReceipt: ({ actor, params, write }) =>
      write(async (tx) => emailReceipt(tx, actor, await answeredElement(tx, actor, params))),

    listAnswers: async ({ actor, params, reads }) => {
      const { loanPackage, element } = await answeredElement(reads, actor, params);
      const past = await reads.run(pastAnswersOf(actor, loanPackage.id, element.elementId));
      return { current: element.answer, past: past.map(presentPastAnswer) };
    },
  });
