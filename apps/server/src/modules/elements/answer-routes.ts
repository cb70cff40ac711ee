import { answers } from '@cairn/contract/answers';
import { routes } from '../../platform/handler.ts';
import { pastAnswersOf } from './past-answers-store.ts';
import { presentPastAnswer } from './present.ts';
import { answeredElement, emailReceipt, receiptSeenBy } from './receipts.ts';
import { remindAssignee } from './remind-assignee.ts';
import {
  answerElement,
  copyAnswer,
  promiseElement,
  purgeTrashedAnswers,
  removeAnswer,
} from './answer-element.ts';

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

    getReceipt: ({ actor, params, reads }) => receiptSeenBy(reads, actor, params),

    emailReceipt: ({ actor, params, write }) =>
      write(async (tx) => emailReceipt(tx, actor, await answeredElement(tx, actor, params))),

    listAnswers: async ({ actor, params, reads }) => {
      const { loanPackage, element } = await answeredElement(reads, actor, params);
      const past = await reads.run(pastAnswersOf(actor, loanPackage.id, element.elementId));
      return { current: element.answer, past: past.map(presentPastAnswer) };
    },
  });
