import type { LoanApplication, LoanEntity } from '@cairn/contract';
import { OWN_INFORMATION } from '@cairn/contract/loan-application-terms';
import { Box, Button, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { routes } from '../../lib/routes.ts';
import { formatModified, inSentence } from '../../lib/format/dates.ts';
import { useNow } from '../../lib/clock.ts';
import { toast } from '../../lib/toast.ts';
import { useAction } from '../../lib/useAction.ts';
import { useCall } from '../../lib/useCall.ts';
import { EntityForm } from '../entities/EntityForm.tsx';
import { LicenseCard } from '../entities/LicenseCard.tsx';
import { labelOf } from '../entities/information.ts';
import classes from './LoanApplications.module.css';
import { isShownInForm } from '../../lib/useForm.ts';
import { clsx } from 'clsx';
import { cardFrame } from '../../ui/Card.tsx';

const missingIn = ({ information, masked }: LoanEntity): string[] =>
  OWN_INFORMATION.filter((name) => !information[name] && masked[name] === undefined).map((name) =>
    labelOf('INDIVIDUAL', name),
  );

function Saying({ application, own }: { application: LoanApplication; own: LoanEntity }) {
  const now = useNow();
  const say = useAction('submitOwnInfo');
  const missing = missingIn(own);
  const submittedAt = application.people.find(
    ({ loanEntityId }) => loanEntityId === own.id,
  )?.ownInfoSubmittedAt;
  if (submittedAt) {
    return (
      <Text size="body" c="var(--ink-2)">
        You confirmed this {inSentence(formatModified(submittedAt, now))}. You can still change it
        until the application is submitted.
      </Text>
    );
  }
  return (
    <>
      <Text component="h2" size="section" fw={600} mb="sm" lts="var(--tracking-section)">
        Confirm your information
      </Text>
      <Text size="body" c="var(--ink-2)">
        {missing.length === 0
          ? 'Everything is filled in. Confirm it so the application can be submitted.'
          : `Still missing: ${missing.join(', ')}.`}
      </Text>
      <div className={classes.actions}>
        <Button
          disabled={missing.length > 0 || !application.abilities.submitOwnInfo}
          loading={say.isPending}
          onClick={() =>
            say.mutate(
              { params: { loanId: application.loanId } },
              { onSuccess: () => toast.success('Thank you. Your information is complete.') },
            )
          }
        >
          I certify this is complete and accurate
        </Button>
      </div>
    </>
  );
}

/** The user's own information. Only they can certify that it is complete. */
export function OwnInfoStep({ application }: { application: LoanApplication }) {
  const { loanId, lenderId } = application;
  const [discarded, setDiscarded] = useState(0);
  const { data } = useCall('listLoanEntities', { params: { id: loanId } });
  const change = useAction('updateApplicationIndividual', { onFailure: isShownInForm });
  const own = data?.loanEntities.find(({ id }) => id === application.ownLoanEntityId);
  if (!own) return null;
  return (
    <>
      <Text size="body" c="var(--ink-2)">
        Your Social Security number and date of birth are encrypted. We keep a record of everyone
        who views them.{' '}
        <Link
          to={routes.applicationPhone}
          params={{ lenderId, loanId }}
          style={{ color: 'var(--link)' }}
        >
          Verify your phone number
        </Link>{' '}
        to get text messages about the loan.
      </Text>
      <EntityForm
        key={`${own.version} ${discarded}`}
        kind="INDIVIDUAL"
        loanId={loanId}
        entity={own}
        needed={OWN_INFORMATION}
        onSave={async (information) => {
          await change.mutateAsync({
            params: { applicationId: loanId, entityId: own.entityId },
            body: { version: own.version, information },
          });
          toast.success('Saved');
        }}
        onCancel={() => setDiscarded(discarded + 1)}
      />
      <LicenseCard entity={own} lenderId={lenderId} />
      <Box
        component="section"
        className={clsx(cardFrame, classes.card)}
        mt="md"
        aria-label="Confirm your information"
      >
        <Saying application={application} own={own} />
      </Box>
    </>
  );
}
