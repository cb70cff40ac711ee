import type { LoanApplication } from '@cairn/contract';
import { APPLICATION_STEPS, type ApplicationStep } from '@cairn/contract/loan-application-terms';
import { LOAN_TYPES } from '@cairn/contract/constants';
import { Button, Group } from '@mantine/core';
import { Link, Navigate, useParams } from '@tanstack/react-router';
import type { ComponentType, ReactNode } from 'react';
import { routes } from '../../lib/routes.ts';
import { formatMoney } from '../../lib/format/money.ts';
import { HeaderSkeleton, RowsSkeleton } from '../../ui/Skeleton.tsx';
import { StatusChip } from '../../ui/StatusChip.tsx';
import { useDelayed } from '../../lib/useDelayed.ts';
import { BackLink } from '../../ui/BackLink.tsx';
import { ApplicationHeading } from './ApplicationHeading.tsx';
import classes from './LoanApplications.module.css';
import { DocumentsStep } from './DocumentsStep.tsx';
import { BusinessStep, CollateralStep, PeopleStep } from './EntitySteps.tsx';
import { OwnInfoStep } from './OwnInfoStep.tsx';
import { Progress } from './Progress.tsx';
import { chipOf } from './states.ts';
import { StepList } from './StepList.tsx';
import { after, isStep, nextStep, stepsFor } from './steps.ts';
import { SubmitStep } from './SubmitStep.tsx';
import { useApplication } from './useApplication.ts';
import { WithdrawButton } from './WithdrawButton.tsx';

const BODIES: Record<ApplicationStep, ComponentType<{ application: LoanApplication }>> = {
  business: BusinessStep,
  people: PeopleStep,
  collateral: CollateralStep,
  'own-info': OwnInfoStep,
  documents: DocumentsStep,
  submit: SubmitStep,
};

const LEADS: Record<ApplicationStep, string> = {
  business:
    'The borrowing business, and any business that owns the property or guarantees the loan.',
  people: 'Everyone who owns 20% or more, or guarantees the loan, completes their own section.',
  collateral: 'What secures the loan.',
  'own-info': 'What your lender needs to know about you.',
  documents: 'Documents requested with the application.',
  submit: 'Review before you submit.',
};

export function ApplicationLoading() {
  const waiting = useDelayed(true);
  return (
    <div className={classes.page}>
      {waiting && (
        <>
          <HeaderSkeleton />
          <RowsSkeleton label="Loading the application" />
        </>
      )}
    </div>
  );
}

interface FrameProps {
  application: LoanApplication;
  title: string;
  lead: ReactNode;
  back: ReactNode;
  step?: ApplicationStep;
  /** The button that leads to the next step, shown in the heading. */
  action?: ReactNode;
  children: ReactNode;
}

function Frame({ application, title, lead, back, step, action, children }: FrameProps) {
  const { amount, loanType, state, lenderName } = application;
  return (
    <div className={classes.page}>
      {back}
      <ApplicationHeading
        title={title}
        facts={
          <Group
            component="p"
            gap="sm"
            mt="s6"
            c="var(--ink-2)"
            style={{ rowGap: 4, font: 'var(--font-table)' }}
          >
            <StatusChip {...chipOf(state)} />
            {[lenderName, amount !== null && formatMoney(amount), LOAN_TYPES[loanType]]
              .filter(Boolean)
              .join(' · ')}
          </Group>
        }
        lead={lead}
        action={action && <div className={classes.next}>{action}</div>}
      />
      <div
        className={classes.columns}
        data-step={step}
        data-sent={state === 'DRAFT' ? undefined : ''}
      >
        <div className={classes.side}>
          <StepList application={application} {...(step && { at: step })} />
        </div>
        <div>{children}</div>
      </div>
    </div>
  );
}

const leadOf = (application: LoanApplication): string => {
  switch (application.state) {
    case 'DRAFT':
      return 'Go through the steps in any order. Your entries are saved.';
    case 'SUBMITTED':
      return 'Your application is with the lender. You’ll get an email when there’s a decision.';
    case 'IN_REVIEW':
      return 'The lender is reviewing your application.';
    case 'ACCEPTED':
      return 'Good news: your lender accepted your application. See what’s left to send.';
    case 'REJECTED':
      return 'The lender declined this application. The reason is below.';
    case 'WITHDRAWN':
      return 'This application was withdrawn.';
  }
};

function NextButton({ application }: { application: LoanApplication }) {
  const { state, lenderId, loanId } = application;
  if (state === 'DRAFT') {
    const taskView = nextStep(application);
    const params = { lenderId, loanId, taskView };
    return (
      <Button
        size="md"
        renderRoot={(root) => <Link {...root} to={routes.applicationStep} params={params} />}
      >
        Continue with {APPLICATION_STEPS[taskView].toLowerCase()}
      </Button>
    );
  }
  if (state !== 'ACCEPTED') return null;
  return (
    <Button
      size="md"
      renderRoot={(root) => <Link {...root} to={routes.loan} params={{ loanId }} />}
    >
      Open loan
    </Button>
  );
}

export function ApplicationPage() {
  const { lenderId, loanId } = useParams({ from: `/shell${routes.application}` });
  const application = useApplication(loanId);
  if (!application) return <ApplicationLoading />;
  return (
    <Frame
      application={application}
      title={application.name}
      lead={leadOf(application)}
      action={<NextButton application={application} />}
      back={
        <BackLink to={routes.applications} params={{ lenderId }}>
          Your applications
        </BackLink>
      }
    >
      <Progress application={application} />
      <WithdrawButton application={application} />
    </Frame>
  );
}

export function ApplicationStepPage() {
  const { lenderId, loanId, taskView } = useParams({ from: `/shell${routes.applicationStep}` });
  const application = useApplication(loanId);
  const params = { lenderId, loanId };
  if (!application) return <ApplicationLoading />;
  if (!isStep(taskView) || !stepsFor(application).includes(taskView)) {
    return <Navigate to={routes.application} params={params} replace />;
  }
  const Body = BODIES[taskView];
  const next = after(taskView, application);
  const steps = stepsFor(application);
  return (
    <Frame
      application={application}
      step={taskView}
      title={APPLICATION_STEPS[taskView]}
      lead={LEADS[taskView]}
      back={
        <BackLink to={routes.application} params={params}>
          {application.name}, step {steps.indexOf(taskView) + 1} of {steps.length}
        </BackLink>
      }
    >
      <Body application={application} />
      {next && (
        <div className={classes.actions}>
          <Button
            variant="default"
            renderRoot={(root) => (
              <Link {...root} to={routes.applicationStep} params={{ ...params, taskView: next }} />
            )}
          >
            Next: {APPLICATION_STEPS[next].toLowerCase()}
          </Button>
        </div>
      )}
    </Frame>
  );
}
