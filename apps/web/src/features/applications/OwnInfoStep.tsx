import type { LoanApplication, LoanEntity } from '@cairn/contract';
import { OWN_INFORMATION } from '@cairn/contract/application-terms';
import { Button } from '@mantine/core';
import { clsx } from 'clsx';
import { Link } from '@tanstack/react-router';
import { routes } from '../../app/routes.ts';
import { formatModified } from '../../format/dates.ts';
import { useNow } from '../../kit/clock.ts';
import { toast } from '../../kit/toast.ts';
import { useAction } from '../../kit/useAction.ts';
import { useCall } from '../../kit/useCall.ts';
import { EntityForm } from '../entities/EntityForm.tsx';
import { labelOf } from '../entities/information.ts';
import classes from './Applications.module.css';
import { useFieldErrors } from '../entities/useFieldErrors.ts';

const missingIn = ({ information, masked }: LoanEntity): string[] =>
  OWN_INFORMATION.filter((name) => !information[name] && masked[name] === undefined).map((name) =>
    labelOf('INDIVIDUAL', name),
  );

function Saying({ application, own }: { application: LoanApplication; own: LoanEntity }) {
  const now = useNow();
  const say = useAction('submitOwnInfo');
  const missing = missingIn(own);
  const said = application.people.find(
    ({ loanEntityId }) => loanEntityId === own.id,
  )?.ownInfoSubmittedAt;
  if (said) {
    return (
      <p className={classes.text}>
        You said on {formatModified(said, now)} that this is complete. You can still change it until
        the application is sent in.
      </p>
    );
  }
  return (
    <>
      <h2 className={classes.heading}>Is it complete?</h2>
      <p className={classes.text}>
        {missing.length === 0
          ? 'Everything is there. Say so, and the application can be sent in.'
          : `Still missing: ${missing.join(', ')}.`}
      </p>
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
          It is complete and true
        </Button>
      </div>
    </>
  );
}

/** What somebody says of themselves; nobody else can say that it is complete. */
export function OwnInfoStep({ application }: { application: LoanApplication }) {
  const { loanId, lenderId } = application;
  const errors = useFieldErrors();
  const { data } = useCall('listLoanEntities', { params: { id: loanId } });
  const change = useAction('updateApplicationIndividual', errors);
  const own = data?.loanEntities.find(({ id }) => id === application.ownLoanEntityId);
  if (!own) return null;
  return (
    <>
      <p className={classes.text}>
        Your Social Security number and date of birth are kept encrypted, and whoever looks at them
        is written down.{' '}
        <Link
          to={routes.applicationPhone}
          params={{ lenderId, loanId }}
          className={classes.link ?? ''}
        >
          Verify your phone number
        </Link>{' '}
        to get text messages about the loan.
      </p>
      <EntityForm
        key={own.version}
        kind="INDIVIDUAL"
        loanId={loanId}
        entity={own}
        needed={OWN_INFORMATION}
        serverErrors={errors.errors}
        saving={change.isPending}
        onSave={(information) =>
          change.mutate(
            {
              params: { applicationId: loanId, entityId: own.entityId },
              body: { version: own.version, information },
            },
            { onSuccess: () => toast.success('Saved') },
          )
        }
        onCancel={() => errors.forget()}
      />
      <section className={clsx(classes.card, classes.spaced)} aria-label="Is it complete?">
        <Saying application={application} own={own} />
      </section>
    </>
  );
}
