/** The steps of an application, their status, and the next step. */
import type { LoanApplication } from '@cairn/contract';
import {
  APPLICATION_STEP_CODES,
  APPLICATION_STEPS,
  type ApplicationStep,
} from '@cairn/contract/loan-application-terms';

export const isStep = (step: string | undefined): step is ApplicationStep =>
  step !== undefined && Object.hasOwn(APPLICATION_STEPS, step);

type Standing = Pick<LoanApplication, 'lacking' | 'documents' | 'state' | 'ownLoanEntityId'>;

/** The own-information step exists only for users who are a person of the application. */
export const stepsFor = ({ ownLoanEntityId }: Standing): ApplicationStep[] =>
  APPLICATION_STEP_CODES.filter((step) => step !== 'own-info' || ownLoanEntityId !== null);

export type StepStanding = 'done' | 'open' | 'optional';

/** Documents and collateral are optional; everything else is required to submit. */
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
