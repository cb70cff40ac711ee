import { loanStates } from '@cairn/contract/loan-states';
import type { LoanStatus } from '@cairn/contract';
import type { ReviewStatus } from '@cairn/contract/template-terms';
import type { Actor } from '../../platform/actor.ts';
import { routes } from '../../platform/handler.ts';
import type { Tx } from '../../platform/db/db.ts';
import { authorize } from '../../platform/authorize.ts';
import { recordEvent } from '../../platform/record-event.ts';
import { ApiError } from '../../platform/api-error.ts';
import { findLoan } from './full-loan-store.ts';
import { moveToPhase } from './move-to-phase.ts';
import { answersForCompany, reviewPolicy, statePolicy } from './policy.ts';
import { presentLoan } from './present.ts';
import { reviewStatusOf, withReviewStatus } from './review.ts';
import { loanWithStanding } from './find-loan.ts';
import { withRuleEvaluation } from './rules.ts';
import { lockLoan, saveLoan } from './state-store.ts';
import { withStatus } from './status.ts';

export const loanStateRoutes = () =>
  routes(loanStates, {
    updateLoan: ({ actor, params, body, write }) =>
      write(async (tx) => {
        const { loan } = await loanToChange(tx, actor, params.id);
        const { lastModifiedDate, loanType, loanPurpose, closeDate, ...others } = body;
        if (loan.modified_at !== lastModifiedDate) throw new ApiError('CONFLICT');
        await saveLoan(tx, loan, actor, {
          ...others,
          loan_type: loanType,
          loan_purpose: loanPurpose,
          close_date: closeDate,
        });
        recordEvent(tx, {
          kind: 'loan.edited',
          companyId: loan.company_id,
          actorId: actor.accountId,
          loanId: loan.id,
          changes: ['loan', 'loanList', 'phase'],
          ...withRuleEvaluation(loan.company_id, loan.id),
        });
        return asSeen(tx, actor, loan.id);
      }),

    setLoanStatus: ({ actor, params, body, write }) =>
      write((tx) => changeStatus(tx, actor, params.id, body.loanStatus)),

    setLoanPhase: ({ actor, params, body, write }) =>
      write(async (tx) => {
        await moveToPhase(tx, actor, [params.id], body.id);
        return asSeen(tx, actor, params.id);
      }),

    setReviewStatus: ({ actor, params, write }) =>
      write((tx) => takeReviewOn(tx, actor, params.id, reviewStatusOf(params.status))),
  });

/** The loan as the caller sees it, locked and authorized. */
async function loanToChange(tx: Tx, actor: Actor, id: string) {
  const locked = await lockLoan(tx, actor, id);
  // Read after the lock: a caller who waited for it may have lost their role on the loan meanwhile.
  const standing = await loanWithStanding(tx, actor, id);
  const loan = authorize(statePolicy, 'edit', actor, { ...standing, ...locked! });
  return { loan, mayTakeBack: answersForCompany(actor, standing) };
}

async function changeStatus(tx: Tx, actor: Actor, id: string, to: LoanStatus) {
  const { loan, mayTakeBack } = await loanToChange(tx, actor, id);
  // Already in that state, so that a repeated request sends no second email.
  if (loan.status === to) return asSeen(tx, actor, id);
  await saveLoan(tx, loan, actor, withStatus(loan, to, mayTakeBack));
  recordEvent(tx, {
    kind: 'loan.statusChanged',
    companyId: loan.company_id,
    actorId: actor.accountId,
    loanId: loan.id,
    changes: ['loan', 'loanList'],
    detail: { from: loan.status, to },
  });
  return asSeen(tx, actor, id);
}

async function takeReviewOn(tx: Tx, actor: Actor, id: string, to: ReviewStatus) {
  const locked = await lockLoan(tx, actor, id);
  const standing = await loanWithStanding(tx, actor, id);
  const loan = authorize(reviewPolicy, 'take', actor, { ...standing, ...locked!, to });
  if (loan.review_status === to) return asSeen(tx, actor, id);
  await saveLoan(tx, loan, actor, withReviewStatus(loan, to));
  recordEvent(tx, {
    kind: 'loan.reviewStatusChanged',
    companyId: loan.company_id,
    actorId: actor.accountId,
    loanId: loan.id,
    changes: ['loan', 'loanList', 'element'],
    detail: { from: loan.review_status, to },
  });
  return asSeen(tx, actor, id);
}

async function asSeen(tx: Tx, actor: Actor, id: string) {
  const loan = await findLoan(tx, actor, id);
  if (!loan) throw new ApiError('LOAN_NOT_FOUND');
  return presentLoan(loan, actor);
}
