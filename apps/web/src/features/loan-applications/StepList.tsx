import { Box, Text } from '@mantine/core';
import type { LoanApplication } from '@cairn/contract';
import { APPLICATION_STEPS, type ApplicationStep } from '@cairn/contract/loan-application-terms';
import { IconCheck } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { routes } from '../../lib/routes.ts';
import classes from './LoanApplications.module.css';
import { nextStep, statusOf, stepsFor } from './steps.ts';

function noteOf(step: ApplicationStep, application: LoanApplication): string | null {
  if (step === 'documents') {
    const { asked, answered } = application.documents;
    return asked === 0 ? 'None requested' : `${answered} of ${asked} uploaded`;
  }
  if (step === 'collateral') return 'If the loan is secured';
  return null;
}

/** The steps of an application with their status. */
export function StepList({ application, at }: { application: LoanApplication; at?: string }) {
  const next = application.state === 'DRAFT' ? nextStep(application) : null;
  return (
    <nav aria-label="Steps">
      <ol>
        {stepsFor(application).map((step, index) => {
          const standing = statusOf(step, application);
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
                <Box component="span" flex={1} miw={0}>
                  {APPLICATION_STEPS[step]}
                  {note && (
                    <Text component="span" display="block" size="meta" c="dimmed">
                      {note}
                    </Text>
                  )}
                </Box>
              </Link>
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
