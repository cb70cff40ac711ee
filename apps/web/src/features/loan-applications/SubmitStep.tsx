import type { LoanApplication } from '@cairn/contract';
import { LOAN_TYPES } from '@cairn/contract/constants';
import { Button, Flex, Text } from '@mantine/core';
import { clsx } from 'clsx';
import { IconAlertTriangle } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import { routes } from '../../lib/routes.ts';
import { formatMoney } from '../../lib/format/money.ts';
import { toast } from '../../lib/toast.ts';
import { useAction } from '../../lib/useAction.ts';
import { useUser } from '../../lib/useUser.ts';
import { CreditConsent } from '../users/CreditConsent.tsx';
import classes from './LoanApplications.module.css';
import { Progress } from './Progress.tsx';
import { RowList } from '../../ui/RowList.tsx';
import { cardFrame } from '../../ui/Card.tsx';

function Lacking({ application }: { application: LoanApplication }) {
  const { lacking, loanId, lenderId } = application;
  if (lacking.length === 0) return null;
  return (
    <section className={clsx(cardFrame, classes.card)} aria-label="Still missing">
      <Text component="h2" size="section" fw={600} mb="sm" lts="var(--tracking-section)">
        Still missing
      </Text>
      <RowList>
        {lacking.map(({ step, text }) => (
          <Flex
            component="li"
            key={`${step} ${text}`}
            className={classes.row}
            wrap="wrap"
            align="center"
            rowGap="s10"
            columnGap={14}
          >
            <IconAlertTriangle size={18} stroke={1.7} aria-hidden color="var(--orange-fg)" />
            <Link
              to={routes.applicationStep}
              params={{ lenderId, loanId, taskView: step }}
              className={clsx(classes.name, classes.words)}
            >
              {text}
            </Link>
          </Flex>
        ))}
      </RowList>
    </section>
  );
}

export function Facts({ application }: { application: LoanApplication }) {
  const { documents } = application;
  return (
    <dl className={classes.facts} aria-label="Summary">
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
        {documents.answered} of {documents.asked} uploaded
      </dd>
    </dl>
  );
}

/** Summary of the application and the submit button. */
export function SubmitStep({ application }: { application: LoanApplication }) {
  const navigate = useNavigate();
  const user = useUser();
  const submit = useAction('submitApplication');
  const { loanId, lenderId, lenderName, abilities, lacking, state } = application;
  if (state !== 'DRAFT') return <Progress application={application} />;
  return (
    <>
      <Lacking application={application} />
      <section className={clsx(cardFrame, classes.card)} aria-label="Credit check">
        <Text component="h2" size="section" fw={600} mb="sm" lts="var(--tracking-section)">
          Credit check
        </Text>
        <CreditConsent userId={user.id} />
      </section>
      <section className={clsx(cardFrame, classes.card)} aria-label="Submit your application">
        <Text component="h2" size="section" fw={600} mb="sm" lts="var(--tracking-section)">
          Submit your application
        </Text>
        <Facts application={application} />
        <Text size="body" c="var(--ink-2)" mt="md">
          {lenderName} will review it and reply here and by email. After you submit, the lender
          makes any changes with you.
        </Text>
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
          <Text display="block" size="meta" c="dimmed" mt="xs" ta="right">
            Only the lead borrower can submit the application.
          </Text>
        )}
      </section>
    </>
  );
}
