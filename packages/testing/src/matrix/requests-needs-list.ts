/** Aims of the calls that apply templates to loans. */
import type { needsList } from '@cairn/contract/needs-list';
import { COMPANY, LOAN, loanById, NOTHING, type Aim } from './aims.ts';

export const NEEDS_LIST_AIMS: Record<keyof typeof needsList, Aim> = {
  createFromTemplate: {
    scopes: COMPANY,
    at: ({ templateId }) => ({ body: { templateId, name: 'New', loanType: 'SBA_7A' } }),
  },
  applyTemplate: {
    scopes: LOAN,
    at: ({ loan, templateId }) => ({ body: { loanId: loan.id, templateId } }),
  },
  applyNewTemplateToExistingLoan: {
    scopes: LOAN,
    at: ({ loan, templateId }) => ({ body: { loanId: loan.id, templateId } }),
  },
  applyNewTemplateToExistingEntity: {
    scopes: LOAN,
    at: ({ loan, templateId, entity }) => ({
      body: { loanId: loan.id, templateId, loanEntityId: entity.loanEntityId },
    }),
  },
  listSuggestions: { scopes: LOAN, at: loanById },
  listFactQuestions: { scopes: LOAN, at: loanById },
  listOwnFactQuestions: { scopes: NOTHING, at: () => ({}) },
  answerFact: {
    scopes: LOAN,
    at: ({ loan, askedFact }) => ({
      params: { id: loan.id },
      body: { fact: askedFact, entityId: null, answer: true },
    }),
  },
  decideSuggestions: { scopes: LOAN, at: ({ loan }) => ({ params: { id: loan.id }, body: {} }) },
};
