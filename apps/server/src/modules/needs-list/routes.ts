import { needsList } from '@cairn/contract/needs-list';
import { routes, type Handlers } from '../../platform/handler.ts';
import type { CompanyKeys } from '../../platform/company-keys.ts';
import { applyTemplate, previewTemplate, type Order } from './apply-template.ts';
import { createLoanFromTemplate, previewLoanFromTemplate } from './create-loan-from-template.ts';
import { answerFact, listFactQuestions, listOwnFactQuestions } from './fact-questions.ts';
import { decideOn, suggestionsOn } from './rules.ts';

type Call = Pick<
  Parameters<Handlers<typeof needsList>['applyTemplate']>[0],
  'actor' | 'reads' | 'write'
>;

const putTo = (call: Call, { dryRun, ...order }: Order & { dryRun: boolean }) =>
  dryRun
    ? previewTemplate(call.reads, call.actor, order)
    : call.write((tx) => applyTemplate(tx, call.actor, order));

export const needsListRoutes = ({ keys }: { keys: CompanyKeys }) =>
  routes(needsList, {
    createFromTemplate: ({ actor, body, reads, write }) =>
      body.dryRun
        ? previewLoanFromTemplate(reads, actor, body)
        : write((tx) => createLoanFromTemplate(tx, keys, actor, body)),
    applyTemplate: (call) => putTo(call, { ...call.body, mode: 'add' }),
    applyNewTemplateToExistingLoan: (call) => putTo(call, { ...call.body, mode: 'renew' }),
    applyNewTemplateToExistingEntity: (call) => putTo(call, { ...call.body, mode: 'renew' }),

    listSuggestions: ({ actor, params, reads }) => suggestionsOn(reads, actor, params.id),
    decideSuggestions: ({ actor, params, body, write }) =>
      write((tx) => decideOn(tx, actor, params.id, body)),

    listFactQuestions: ({ actor, params, reads }) => listFactQuestions(reads, actor, params.id),
    listOwnFactQuestions: ({ actor, reads }) => listOwnFactQuestions(reads, actor),
    answerFact: ({ actor, params, body, write }) =>
      write((tx) => answerFact(tx, actor, params.id, body)),
  });
