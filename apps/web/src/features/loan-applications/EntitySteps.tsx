import type { LoanApplication } from '@cairn/contract';
import { ASSET_KINDS } from '@cairn/contract/entity-fields';
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { routes } from '../../lib/routes.ts';
import { toast } from '../../lib/toast.ts';
import { useAction } from '../../lib/useAction.ts';
import { EntityStep, type Saving } from './EntityStep.tsx';
import { AmountAndPurpose } from './AmountAndPurpose.tsx';
import { OwnershipCard } from './OwnershipCard.tsx';
import { isShownInForm } from '../../lib/useForm.ts';

interface StepProps {
  application: LoanApplication;
}

export function BusinessStep({ application }: StepProps) {
  const { loanId } = application;
  const add = useAction('addApplicationBusiness', { onFailure: isShownInForm });
  const change = useAction('updateApplicationBusiness', { onFailure: isShownInForm });
  const saving: Saving = {
    add: (type, information, labels) =>
      add.mutateAsync({ body: { loanId, type: type as 'COMPANY', information, labels } }),
    change: ({ entityId, version }, information, labels) =>
      change.mutateAsync({
        params: { applicationId: loanId, entityId },
        body: { version, information, labels },
      }),
  };
  return (
    <>
      <EntityStep
        application={application}
        kinds={['COMPANY', 'TRUST']}
        addLabel="Add a business"
        empty="No business yet. Add the borrowing business, and any that owns the property or guarantees the loan."
        usual="APPLICANT"
        saving={saving}
      />
      {application.abilities.edit && <AmountAndPurpose application={application} />}
    </>
  );
}

export function CollateralStep({ application }: StepProps) {
  const { loanId } = application;
  const add = useAction('addApplicationCollateral', { onFailure: isShownInForm });
  const change = useAction('updateApplicationCollateral', { onFailure: isShownInForm });
  const saving: Saving = {
    add: (type, information) =>
      add.mutateAsync({ body: { loanId, type: type as 'BANK_ASSET', information } }),
    change: ({ entityId, version }, information) =>
      change.mutateAsync({ body: { loanId, entityId, version, information } }),
  };
  return (
    <EntityStep
      application={application}
      kinds={ASSET_KINDS}
      addLabel="Add collateral"
      empty="No collateral yet. Add a building, equipment or an account that secures the loan, or continue without it."
      saving={saving}
    />
  );
}

/** The only fields asked about other people, because each person enters the rest of their information themselves. */
const OF_OTHERS = ['givenName', 'familyName', 'emailAddress', 'phone'];

export function PeopleStep({ application }: StepProps) {
  const { loanId, people } = application;
  const add = useAction('addApplicationIndividual', { onFailure: isShownInForm });
  const change = useAction('updateApplicationIndividual', { onFailure: isShownInForm });
  const invite = useAction('inviteIndividualAsBorrower');
  const saving: Saving = {
    add: (_kind, information, labels) => add.mutateAsync({ body: { loanId, information, labels } }),
    change: ({ entityId, version }, information, labels) =>
      change.mutateAsync({
        params: { applicationId: loanId, entityId },
        body: { version, information, labels },
      }),
  };
  const personOf = (id: string) => people.find(({ loanEntityId }) => loanEntityId === id);
  const ask = (loanEntityId: string) =>
    invite.mutate(
      { params: { loanId, loanEntityId } },
      { onSuccess: () => toast.success('Invitation Sent!') },
    );
  return (
    <>
      <EntityStep
        application={application}
        kinds={['INDIVIDUAL']}
        addLabel="Add a person"
        empty="No one yet."
        usual="GUARANTOR"
        only={OF_OTHERS}
        needed={['emailAddress']}
        saving={saving}
        rowNote={({ id }) => {
          const person = personOf(id);
          if (!person) return null;
          if (person.ownInfoSubmittedAt) return 'Information complete';
          if (!person.required) return null;
          if (id === application.ownLoanEntityId) return 'You';
          if (person.userId) return 'Information needed';
          return person.invited ? 'Invited' : 'Not invited yet';
        }}
        renderActions={({ id, name }) => {
          const person = personOf(id);
          if (id === application.ownLoanEntityId) {
            const params = { lenderId: application.lenderId, loanId, taskView: 'own-info' };
            return (
              <Button
                variant="default"
                renderRoot={(root) => (
                  <Link {...root} to={routes.applicationStep} params={params} />
                )}
              >
                Your information
              </Button>
            );
          }
          if (!person || person.userId || !application.abilities.invite) return null;
          return (
            <Button
              variant="default"
              aria-label={`Invite ${name}`}
              loading={invite.isPending && invite.variables.params.loanEntityId === id}
              onClick={() => ask(id)}
            >
              {person.invited ? 'Invite again' : 'Invite'}
            </Button>
          );
        }}
      />
      <OwnershipCard application={application} />
    </>
  );
}
