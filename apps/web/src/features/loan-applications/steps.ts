/** The way through an application: which steps there are, which are done, which one comes next. */
import type { LoanApplication } from '@cairn/contract';
import {
  APPLICATION_STEP_CODES,
  APPLICATION_STEPS,
  type ApplicationStep,
} from '@cairn/contract/loan-application-terms';

export const isStep = (step: string | undefined): step is ApplicationStep =>
  step !== undefined && Object.hasOwn(APPLICATION_STEPS, step);

type Standing = Pick<LoanApplication, 'lacking' | 'documents' | 'state' | 'ownLoanEntityId'>;

/** A user who is not a person of the application has no own information to enter. */
export const stepsFor = ({ ownLoanEntityId }: Standing): ApplicationStep[] =>
  APPLICATION_STEP_CODES.filter((step) => step !== 'own-info' || ownLoanEntityId !== null);

export type StepStanding = 'done' | 'open' | 'optional';

/** Documents and collateral can follow later; everything else has to be there to send it in. */
export function statusOf(step: ApplicationStep, application: Standing): StepStanding {
  if (step === 'submit') return application.state === 'DRAFT' ? 'open' : 'done';
  if (step === 'documents') {
    const { asked, answered } = application.documents;
    return asked > 0 && answered === asked ? 'done' : 'optional';
  }
  if (application.lacking.some((each) => each.step === step)) return 'open';
  return step === 'collateral' ? 'optional' : 'done';
}

/** The step at which a returning user continues. */
export function nextStep(application: Standing): ApplicationStep {
  return stepsFor(application).find((step) => statusOf(step, application) === 'open') ?? 'submit';
}

export function after(step: ApplicationStep, application: Standing): ApplicationStep | undefined {
  const steps = stepsFor(application);
  return steps[steps.indexOf(step) + 1];
}
