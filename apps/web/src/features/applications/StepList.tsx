import type { LoanApplication } from '@cairn/contract';
import { APPLICATION_STEPS, type ApplicationStep } from '@cairn/contract/application-terms';
import { IconCheck } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { routes } from '../../app/routes.ts';
import classes from './Applications.module.css';
import { nextStep, standingOf, stepsFor } from './steps.ts';

function noteOf(step: ApplicationStep, application: LoanApplication): string | null {
  if (step === 'documents') {
    const { asked, answered } = application.documents;
    return asked === 0 ? 'None asked for' : `${answered} of ${asked} there`;
  }
  if (step === 'collateral') return 'If something secures the loan';
  return null;
}

/** The steps, with where each stands. */
export function StepList({ application, at }: { application: LoanApplication; at?: string }) {
  const next = application.state === 'DRAFT' ? nextStep(application) : null;
  return (
    <nav aria-label="Steps">
      <ol className={classes.steps}>
        {stepsFor(application).map((step, index) => {
          const standing = standingOf(step, application);
          const note = noteOf(step, application);
          return (
            <li key={step}>
              <Link
                to={routes.applicationStep}
                params={{
                  lenderId: application.lenderId,
                  loanId: application.loanId,
                  taskView: step,
                }}
                className={classes.step}
                aria-current={step === at ? 'step' : undefined}
              >
                <span
                  className={classes.mark}
                  data-standing={standing}
                  data-next={step === next || undefined}
                >
                  {standing === 'done' ? (
                    <IconCheck size={14} stroke={2} aria-label="Done:" />
                  ) : (
                    index + 1
                  )}
                </span>
                <span className={classes.stepWords}>
                  {APPLICATION_STEPS[step]}
                  {note && <span className={classes.note}>{note}</span>}
                </span>
              </Link>
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
