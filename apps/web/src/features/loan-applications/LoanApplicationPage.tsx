import type { LoanApplication } from '@cairn/contract';
import { Button, Flex, Group, Text } from '@mantine/core';
import { Link, useParams } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { routes } from '../../lib/routes.ts';
import { StatusChip } from '../../ui/StatusChip.tsx';
import { toast } from '../../lib/toast.ts';
import { useAction } from '../../lib/useAction.ts';
import { useCall } from '../../lib/useCall.ts';
import { KindTile } from '../entities/kinds.tsx';
import { LoanFrame } from '../loans/LoanFrame.tsx';
import classes from './LoanApplications.module.css';
import { ApplicationLoading } from './ApplicationPage.tsx';
import { partOf } from './roles.ts';
import { Progress } from './Progress.tsx';
import { chipOf } from './states.ts';
import { Facts } from './SubmitStep.tsx';
import { useApplication } from './useApplication.ts';
import { RowList } from '../../ui/RowList.tsx';
import { clsx } from 'clsx';
import { cardFrame } from '../../ui/Card.tsx';

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
    <section
      className={clsx(cardFrame, classes.card)}
      aria-label="People, businesses and collateral"
    >
      <Text component="h2" size="section" fw={600} mb="sm" lts="var(--tracking-section)">
        People, businesses and collateral
      </Text>
      <RowList>
        {data?.loanEntities.map(({ id, kind, name, labels }) => (
          <Flex
            component="li"
            key={id}
            className={classes.row}
            wrap="wrap"
            align="center"
            rowGap="s10"
            columnGap={14}
          >
            <KindTile kind={kind} />
            <span className={classes.words}>
              <span className={classes.name}>{name}</span>
              <Text component="span" display="block" size="meta" c="dimmed">
                {[partOf(application, { labels, kind }), noteOf(id)].filter(Boolean).join(' · ')}
              </Text>
            </span>
          </Flex>
        ))}
      </RowList>
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
          Open entities
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
          Open package
        </Button>
      </div>
    </section>
  );
}

const WAITS: Partial<Record<LoanApplication['state'], string>> = {
  DRAFT: 'The borrower is still filling it in. You can review it once it’s submitted.',
  SUBMITTED: 'Start the review. The applicants will see that it’s in review.',
  IN_REVIEW: 'Accept or decline it. The applicants get an email.',
};

function Review({ application }: { application: LoanApplication }) {
  const { abilities, loanId, state } = application;
  const [decision, setDecision] = useState<'ACCEPTED' | 'REJECTED' | null>(null);
  const start = useAction('startReview');
  const waits = WAITS[state];
  return (
    <>
      {waits && (
        <section className={clsx(cardFrame, classes.card)} aria-label="Review">
          <Text component="h2" size="section" fw={600} mb="sm" lts="var(--tracking-section)">
            Review
          </Text>
          <Text size="body" c="var(--ink-2)">
            {waits}
          </Text>
          <div className={classes.actions}>
            {abilities.startReview && (
              <Button
                loading={start.isPending}
                onClick={() =>
                  start.mutate(
                    { params: { loanId } },
                    { onSuccess: () => toast.success('Review started') },
                  )
                }
              >
                Start review
              </Button>
            )}
            {abilities.finishReview && (
              <>
                <Button variant="default" onClick={() => setDecision('REJECTED')}>
                  Decline
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
        <Group align="flex-end" justify="space-between" gap="s20" mb="s20" style={{ rowGap: 12 }}>
          <Text component="h2" size="title" fw={600} lts="var(--tracking-title)">
            Application
          </Text>
          <StatusChip {...chipOf(application.state)} />
        </Group>
        <section className={clsx(cardFrame, classes.card)} aria-label="Loan request">
          <Text component="h2" size="section" fw={600} mb="sm" lts="var(--tracking-section)">
            Loan request
          </Text>
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

/** An application as the lender sees it. */
export function LoanApplicationPage() {
  const { loanId } = useParams({ from: `/shell${routes.loanApplication}` });
  return (
    <LoanFrame loanId={loanId} tab="application">
      {() => <Body loanId={loanId} />}
    </LoanFrame>
  );
}
