import type { LoanApplication } from '@cairn/contract';
import { LOAN_TYPES } from '@cairn/contract/constants';
import { Button } from '@mantine/core';
import { clsx } from 'clsx';
import { IconAlertTriangle } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import { routes } from '../../app/routes.ts';
import { formatMoney } from '../../format/money.ts';
import { toast } from '../../kit/toast.ts';
import { useAction } from '../../kit/useAction.ts';
import classes from './Applications.module.css';
import { Progress } from './Progress.tsx';

function Lacking({ application }: { application: LoanApplication }) {
  const { lacking, loanId, lenderId } = application;
  if (lacking.length === 0) return null;
  return (
    <section className={classes.card} aria-label="Still missing">
      <h2 className={classes.heading}>Still missing</h2>
      <ul className={classes.list}>
        {lacking.map(({ step, text }) => (
          <li key={`${step} ${text}`} className={classes.row}>
            <IconAlertTriangle size={18} stroke={1.7} aria-hidden color="var(--orange-fg)" />
            <Link
              to={routes.applicationStep}
              params={{ lenderId, loanId, taskView: step }}
              className={clsx(classes.name, classes.words)}
            >
              {text}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

export function Facts({ application }: { application: LoanApplication }) {
  const { documents } = application;
  return (
    <dl className={classes.facts} aria-label="The application in short">
      <dt>Loan</dt>
      <dd>{application.templateName ?? LOAN_TYPES[application.loanType]}</dd>
      <dt>Amount</dt>
      <dd>{formatMoney(application.amount)}</dd>
      <dt>Purpose</dt>
      <dd>{application.loanPurpose ?? '-'}</dd>
      <dt>People</dt>
      <dd>{application.people.map(({ name }) => name).join(', ') || '-'}</dd>
      <dt>Documents</dt>
      <dd>
        {documents.answered} of {documents.asked} there
      </dd>
    </dl>
  );
}

/** All of it once more, and the one button that matters. */
export function SubmitStep({ application }: { application: LoanApplication }) {
  const navigate = useNavigate();
  const submit = useAction('submitApplication');
  const { loanId, lenderId, lenderName, abilities, lacking, state } = application;
  if (state !== 'DRAFT') return <Progress application={application} />;
  return (
    <>
      <Lacking application={application} />
      <section className={classes.card} aria-label="What is sent in">
        <h2 className={classes.heading}>What is sent in</h2>
        <Facts application={application} />
        <p className={clsx(classes.text, classes.spaced)}>
          {lenderName} reads it and answers you here and by mail. After that, changes are made
          together with the lender.
        </p>
        <div className={classes.actions}>
          <Button
            size="md"
            disabled={!abilities.submit || lacking.length > 0}
            loading={submit.isPending}
            onClick={() =>
              submit.mutate(
                { params: { loanId } },
                {
                  onSuccess: () => {
                    toast.success(`Your application is with ${lenderName}`);
                    void navigate({ to: routes.application, params: { lenderId, loanId } });
                  },
                },
              )
            }
          >
            Submit application
          </Button>
        </div>
        {!abilities.submit && (
          <p className={clsx(classes.note, classes.aside)}>
            Only the person who leads the application can send it in.
          </p>
        )}
      </section>
    </>
  );
}
