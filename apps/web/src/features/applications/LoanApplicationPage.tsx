import type { LoanApplication } from '@cairn/contract';
import { APPLICATION_ROLES } from '@cairn/contract/application-terms';
import { ENTITY_KINDS } from '@cairn/contract/entity-fields';
import { Button } from '@mantine/core';
import { Link, useParams } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { routes } from '../../app/routes.ts';
import { StatusChip } from '../../kit/StatusChip.tsx';
import { toast } from '../../kit/toast.ts';
import { useAction } from '../../kit/useAction.ts';
import { useCall } from '../../kit/useCall.ts';
import { KindTile } from '../entities/kinds.tsx';
import { LoanFrame } from '../loans/LoanFrame.tsx';
import classes from './Applications.module.css';
import { ApplicationLoading } from './ApplicationPage.tsx';
import { Progress } from './Progress.tsx';
import { chipOf } from './states.ts';
import { Facts } from './SubmitStep.tsx';
import { useApplication } from './useApplication.ts';

const AnswerDialog = lazy(() => import('./AnswerDialog.tsx'));

function Entities({ application }: { application: LoanApplication }) {
  const { data } = useCall('listLoanEntities', { params: { id: application.loanId } });
  const noteOf = (loanEntityId: string): string | null => {
    const person = application.people.find((each) => each.loanEntityId === loanEntityId);
    if (!person) return null;
    if (person.ownInfoSubmittedAt) return 'Information complete';
    return person.required ? 'Information not complete yet' : null;
  };
  return (
    <section className={classes.card} aria-label="Who and what">
      <h2 className={classes.heading}>Who and what</h2>
      <ul className={classes.list}>
        {data?.loanEntities.map(({ id, kind, name, labels }) => (
          <li key={id} className={classes.row}>
            <KindTile kind={kind} />
            <span className={classes.words}>
              <span className={classes.name}>{name}</span>
              <span className={classes.note}>
                {[labels[0] ? APPLICATION_ROLES[labels[0]].name : ENTITY_KINDS[kind], noteOf(id)]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            </span>
          </li>
        ))}
      </ul>
      <div className={classes.actions}>
        <Button
          variant="default"
          renderRoot={(root) => (
            <Link
              {...root}
              to={routes.loan}
              params={{ loanId: application.loanId }}
              search={{ view: 'entities' }}
            />
          )}
        >
          Open the entities
        </Button>
        <Button
          variant="default"
          renderRoot={(root) => (
            <Link
              {...root}
              to={routes.loan}
              params={{ loanId: application.loanId }}
              search={{ view: 'package' }}
            />
          )}
        >
          Open the package
        </Button>
      </div>
    </section>
  );
}

const WAITS: Partial<Record<LoanApplication['state'], string>> = {
  DRAFT: 'It is still being filled in. It can be read once the borrower sends it in.',
  SUBMITTED: 'Begin to read it: the people who applied see that you do.',
  IN_REVIEW: 'Answer it. The people who applied get a mail.',
};

function Review({ application }: { application: LoanApplication }) {
  const { abilities, loanId, state } = application;
  const [decision, setDecision] = useState<'ACCEPTED' | 'REJECTED' | null>(null);
  const start = useAction('startReview');
  const waits = WAITS[state];
  return (
    <>
      {waits && (
        <section className={classes.card} aria-label="Review">
          <h2 className={classes.heading}>Review</h2>
          <p className={classes.text}>{waits}</p>
          <div className={classes.actions}>
            {abilities.startReview && (
              <Button
                loading={start.isPending}
                onClick={() =>
                  start.mutate(
                    { params: { loanId } },
                    { onSuccess: () => toast.success('The review has begun') },
                  )
                }
              >
                Start review
              </Button>
            )}
            {abilities.finishReview && (
              <>
                <Button variant="default" onClick={() => setDecision('REJECTED')}>
                  Do not accept
                </Button>
                <Button onClick={() => setDecision('ACCEPTED')}>Accept</Button>
              </>
            )}
          </div>
        </section>
      )}
      {decision && (
        <Suspense fallback={null}>
          <AnswerDialog
            application={application}
            decision={decision}
            onClose={() => setDecision(null)}
          />
        </Suspense>
      )}
    </>
  );
}

function Body({ loanId }: { loanId: string }) {
  const application = useApplication(loanId);
  if (!application) return <ApplicationLoading />;
  return (
    <div className={classes.split}>
      <div>
        <div className={classes.head}>
          <h2 className={classes.title}>Application</h2>
          <StatusChip {...chipOf(application.state)} />
        </div>
        <section className={classes.card} aria-label="What they apply for">
          <h2 className={classes.heading}>What they apply for</h2>
          <Facts application={application} />
        </section>
        <Entities application={application} />
      </div>
      <div className={classes.review}>
        <Review application={application} />
        <Progress application={application} />
      </div>
    </div>
  );
}

/** An application as the lender reads it. */
export function LoanApplicationPage() {
  const { loanId } = useParams({ from: `/shell${routes.loanApplication}` });
  return (
    <LoanFrame loanId={loanId} tab="application">
      {() => <Body loanId={loanId} />}
    </LoanFrame>
  );
}
