import type { LoanApplication } from '@cairn/contract';
import { APPLICATION_STEPS, type ApplicationStep } from '@cairn/contract/application-terms';
import { LOAN_TYPES } from '@cairn/contract/constants';
import { Button } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { Link, Navigate, useParams } from '@tanstack/react-router';
import type { ComponentType, ReactNode } from 'react';
import { routes } from '../../app/routes.ts';
import { formatMoney } from '../../format/money.ts';
import { HeaderSkeleton, RowsSkeleton } from '../../kit/Skeleton.tsx';
import { StatusChip } from '../../kit/StatusChip.tsx';
import { useDelayed } from '../../kit/useDelayed.ts';
import classes from './Applications.module.css';
import { DocumentsStep } from './DocumentsStep.tsx';
import { BusinessStep, CollateralStep, PeopleStep } from './EntitySteps.tsx';
import { OwnInfoStep } from './OwnInfoStep.tsx';
import { Progress } from './Progress.tsx';
import { chipOf } from './states.ts';
import { StepList } from './StepList.tsx';
import { after, isStep, nextStep, stepsFor } from './steps.ts';
import { SubmitStep } from './SubmitStep.tsx';
import { useApplication } from './useApplication.ts';

const BODIES: Record<ApplicationStep, ComponentType<{ application: LoanApplication }>> = {
  business: BusinessStep,
  people: PeopleStep,
  collateral: CollateralStep,
  'own-info': OwnInfoStep,
  documents: DocumentsStep,
  submit: SubmitStep,
};

const LEADS: Record<ApplicationStep, string> = {
  business: 'Who borrows, and any business that owns the property or guarantees.',
  people: 'Everybody who owns a fifth or more, or guarantees, signs in and fills in their own.',
  collateral: 'What secures the loan.',
  'own-info': 'What the lender has to know of you.',
  documents: 'What is asked for with the application.',
  submit: 'Look through it once more.',
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
  /** What there is to do next, where somebody has just come in. */
  action?: ReactNode;
  children: ReactNode;
}

function Frame({ application, title, lead, back, step, action, children }: FrameProps) {
  const { amount, loanType, state, lenderName } = application;
  return (
    <div className={classes.page}>
      {back}
      <div className={classes.head}>
        <div>
          <h1 className={classes.title}>{title}</h1>
          <p className={classes.meta}>
            <StatusChip {...chipOf(state)} />
            {[lenderName, amount !== null && formatMoney(amount), LOAN_TYPES[loanType]]
              .filter(Boolean)
              .join(' · ')}
          </p>
          <p className={classes.lead}>{lead}</p>
        </div>
        {action && <div className={classes.next}>{action}</div>}
      </div>
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
      return 'Go through the steps in any order. What you enter is kept.';
    case 'SUBMITTED':
      return 'Your application is with the lender. You get a mail when there is an answer.';
    case 'IN_REVIEW':
      return 'The lender is reading your application.';
    case 'ACCEPTED':
      return 'The lender takes your loan further. What is still asked for is among your tasks.';
    case 'REJECTED':
      return 'The lender did not accept this application. Their reason is below.';
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
        Go on with {APPLICATION_STEPS[taskView].toLowerCase()}
      </Button>
    );
  }
  if (state !== 'ACCEPTED') return null;
  return (
    <Button
      size="md"
      renderRoot={(root) => <Link {...root} to={routes.loan} params={{ loanId }} />}
    >
      Open the loan
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
        <Link to={routes.applications} params={{ lenderId }} className={classes.back ?? ''}>
          <IconArrowLeft size={15} stroke={1.7} aria-hidden /> Your applications
        </Link>
      }
    >
      <Progress application={application} />
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
        <Link to={routes.application} params={params} className={classes.back ?? ''}>
          <IconArrowLeft size={15} stroke={1.7} aria-hidden /> {application.name}, step{' '}
          {steps.indexOf(taskView) + 1} of {steps.length}
        </Link>
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
