/** The steps of an application, each once and in this order: docs/spec/decisions.md, F.4. */
import type { LoanApplication } from '@cairn/contract';
import { isStaff, type Actor } from '../../platform/actor.ts';
import type { CompanyKeys } from '../../platform/company-keys.ts';
import type { Tx } from '../../platform/db/db.ts';
import { authorize, type Authorized } from '../../platform/authorize.ts';
import { recordEvent, type DomainEvent } from '../../platform/record-event.ts';
import { ApiError, invalidField } from '../../platform/api-error.ts';
import {
  isWithdrawable,
  lockLoan,
  moveToPhase,
  saveLoan,
  type LoanStanding,
} from '../loans/index.ts';
import { scheduleOnSubmission, type CreditSettings } from '../credit/index.ts';
import { addMember, isLending, findMembers, worksFor } from '../loan-members/index.ts';
import { lockApplication, refuseUnlessNext, type LoanWithApplication } from './find-application.ts';
import { contentsOf, missingSteps, ownIn } from './contents.ts';
import { applicationPolicy, claimPolicy } from './policy.ts';
import { applicationNow } from './present.ts';
import { firstOrigination, ownInfoPatch, savePerson, saveApplicationStep } from './store.ts';

interface Stepping {
  readonly tx: Tx;
  readonly keys: CompanyKeys;
  readonly actor: Actor;
}
type Kind =
  | 'application.ownInfoSubmitted'
  | 'application.submitted'
  | 'application.withdrawn'
  | 'application.reviewStarted'
  | 'application.accepted'
  | 'application.rejected';

/** Refreshes the pages of everyone concerned: the loan, and the lists of applications. */
function recordStep(
  { tx, actor }: Stepping,
  { company_id, id }: LoanStanding,
  kind: Kind,
  { detail }: Pick<DomainEvent, 'detail'> = {},
): void {
  recordEvent(tx, {
    kind,
    companyId: company_id,
    actorId: actor.accountId,
    loanId: id,
    changes: ['application', 'loan', 'loanList'],
    ...(detail && { detail }),
  });
}

export async function submitOwnInfo(stepping: Stepping, loanId: string): Promise<LoanApplication> {
  const { tx, keys, actor } = stepping;
  const target = await lockApplication(tx, actor, loanId);
  const loan = authorize(applicationPolicy, 'editSelf', actor, target.loan);
  refuseUnlessNext(target, 'DRAFT');
  const ownPerson = ownIn(await contentsOf(tx, keys, actor, target.application), actor);
  if (!ownPerson) throw incomplete({ self: 'Add yourself to the application' });
  if (ownPerson.saidAt !== null) throw new ApiError('APPLICATION_NOT_NEXT');
  if (ownPerson.missing.length > 0) {
    throw incomplete(Object.fromEntries(ownPerson.missing.map((name) => [name, 'Required'])));
  }
  await savePerson(tx, loan, ownPerson.row.id, ownInfoPatch(ownPerson.row.version));
  recordStep(stepping, loan, 'application.ownInfoSubmitted', {
    detail: { entityId: ownPerson.row.id, version: ownPerson.row.version },
  });
  return applicationNow(tx, keys, actor, loanId);
}

const incomplete = (fieldErrors: Record<string, string>): ApiError =>
  new ApiError('APPLICATION_INCOMPLETE', { fieldErrors });

export const submitApplication =
  (credit: CreditSettings) =>
  async (stepping: Stepping, loanId: string): Promise<LoanApplication> => {
    const { tx, keys, actor } = stepping;
    const target = await lockApplication(tx, actor, loanId);
    const loan = authorize(applicationPolicy, 'submit', actor, target.loan);
    refuseUnlessNext(target, 'DRAFT');
    const contents = await contentsOf(tx, keys, actor, target.application);
    const lacking = Map.groupBy(
      missingSteps(actor, target.application, contents),
      ({ step }) => step,
    );
    if (lacking.size > 0) {
      const byStep = [...lacking].map(([step, reasons]) => [
        step,
        reasons.map(({ text }) => text).join(' '),
      ]);
      throw incomplete(Object.fromEntries(byStep) as Record<string, string>);
    }
    await saveApplicationStep(tx, loan, { state: 'SUBMITTED', at: 'submitted_at' });
    recordStep(stepping, loan, 'application.submitted');
    const submitted = await applicationNow(tx, keys, actor, loanId);
    await scheduleOnSubmission(tx, actor, credit, loan);
    return submitted;
  };

/** The lender keeps the loan with its content; an owner can reopen it. */
export async function withdrawApplication(
  stepping: Stepping,
  loanId: string,
): Promise<LoanApplication> {
  const { tx, keys, actor } = stepping;
  const target = await lockApplication(tx, actor, loanId);
  const loan = authorize(applicationPolicy, 'withdraw', actor, target.loan);
  if (!isWithdrawable(target.application)) throw new ApiError('APPLICATION_NOT_NEXT');
  await saveLoan(tx, loan, actor, { status: 'WITHDRAWN' });
  recordStep(stepping, loan, 'application.withdrawn', {
    detail: { submitted: target.application.state === 'SUBMITTED' },
  });
  return applicationNow(tx, keys, actor, loanId);
}

export async function startReview(stepping: Stepping, loanId: string): Promise<LoanApplication> {
  const { tx, keys, actor } = stepping;
  const target = await lockApplication(tx, actor, loanId);
  const { taken: isTaken } = target.application;
  const loan = authorize(claimPolicy, 'startReview', actor, { ...target.loan, taken: isTaken });
  refuseUnlessNext(target, 'SUBMITTED');
  if (isStaff(actor) && !isTaken) await putToLend(stepping, loan, actor.accountId);
  await saveApplicationStep(tx, loan, { state: 'IN_REVIEW', at: 'review_started_at' });
  recordStep(stepping, loan, 'application.reviewStarted');
  return applicationNow(tx, keys, actor, loanId);
}

export interface Answer {
  readonly decision: 'ACCEPTED' | 'REJECTED';
  readonly message?: string | undefined;
  readonly lenderUserId?: string | undefined;
}

export async function finishReview(
  stepping: Stepping,
  loanId: string,
  { decision, lenderUserId, ...texts }: Answer,
): Promise<LoanApplication> {
  const { tx, keys, actor } = stepping;
  // Takes the strong lock of a phase change from the start, because a lock upgrade could deadlock.
  await lockLoan(tx, actor, loanId);
  const target = await lockApplication(tx, actor, loanId);
  const loan = authorize(applicationPolicy, 'finishReview', actor, target.loan);
  const message = texts.message === '' ? undefined : texts.message;
  if (decision === 'REJECTED' && !message) throw invalidField('message', 'Enter a reason');
  if (decision === 'REJECTED' && lenderUserId) {
    throw invalidField('lenderUserId', 'Only for an accepted application');
  }
  refuseUnlessNext(target, 'IN_REVIEW');
  if (decision === 'ACCEPTED') await goOn(stepping, target);
  if (lenderUserId) await refer(stepping, loan, lenderUserId);
  await saveApplicationStep(
    tx,
    loan,
    { state: decision, at: 'response_at' },
    { response_message: message ?? null, referred_to: lenderUserId ?? null },
  );
  const accepted = decision === 'ACCEPTED';
  recordStep(stepping, loan, accepted ? 'application.accepted' : 'application.rejected', {
    ...(lenderUserId && { detail: { userId: lenderUserId } }),
  });
  return applicationNow(tx, keys, actor, loanId);
}

/** Moves the loan to the first phase of origination, unless it was moved on already. */
async function goOn(
  { tx, actor }: Stepping,
  { loan, application }: LoanWithApplication,
): Promise<void> {
  if (application.phase_category !== 'LEAD') return;
  const phaseId = await firstOrigination(tx, loan.company_id);
  if (phaseId) await moveToPhase(tx, actor, [loan.id], phaseId);
}

/** Checked in the company's scope, because an external underwriter cannot see who works there. */
async function refer(
  stepping: Stepping,
  loan: Authorized<'finishReview', LoanStanding>,
  accountId: string,
): Promise<void> {
  const { tx, actor } = stepping;
  if (!isStaff(actor)) await tx.enterCompany(loan.company_id, actor.roleLevel);
  if (!(await worksFor(tx, loan.company_id, accountId))) throw new ApiError('NOT_FOUND');
  await putToLend(stepping, loan, accountId);
}

async function putToLend(
  { tx, actor }: Stepping,
  loan: Authorized<'startReview' | 'finishReview', LoanStanding>,
  accountId: string,
): Promise<void> {
  const parts = await tx.run(findMembers(loan, accountId));
  if (parts.some(isLending)) return;
  await addMember(tx, actor, loan, { accountId, role: 'LENDER', always: false });
}
