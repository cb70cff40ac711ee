import type { LoanApplication } from '@cairn/contract';
import { ASSET_KINDS } from '@cairn/contract/entity-fields';
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { routes } from '../../app/routes.ts';
import { toast } from '../../kit/toast.ts';
import { useAction } from '../../kit/useAction.ts';
import { EntityStep, type Saving } from './EntityStep.tsx';
import { Wanted } from './Wanted.tsx';
import { useFieldErrors } from '../entities/useFieldErrors.ts';

interface StepProps {
  application: LoanApplication;
}

export function BusinessStep({ application }: StepProps) {
  const errors = useFieldErrors();
  const { loanId } = application;
  const add = useAction('addApplicationBusiness', errors);
  const change = useAction('updateApplicationBusiness', errors);
  const saving: Saving = {
    pending: add.isPending || change.isPending,
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
        empty="No business yet. Add the one that borrows, and any that owns the property or guarantees."
        usual="APPLICANT"
        saving={saving}
        errors={errors}
      />
      {application.abilities.edit && <Wanted application={application} />}
    </>
  );
}

export function CollateralStep({ application }: StepProps) {
  const errors = useFieldErrors();
  const { loanId } = application;
  const add = useAction('addApplicationCollateral', errors);
  const change = useAction('updateApplicationCollateral', errors);
  const saving: Saving = {
    pending: add.isPending || change.isPending,
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
      empty="Nothing yet. Add a building, equipment or an account that secures the loan, or go on without."
      saving={saving}
      errors={errors}
    />
  );
}

/** What the others are asked themselves is not asked of the person who leads. */
const OF_OTHERS = ['givenName', 'familyName', 'emailAddress', 'phone'];

export function PeopleStep({ application }: StepProps) {
  const errors = useFieldErrors();
  const { loanId, people } = application;
  const add = useAction('addApplicationIndividual', errors);
  const change = useAction('updateApplicationIndividual', errors);
  const invite = useAction('inviteIndividualAsBorrower');
  const saving: Saving = {
    pending: add.isPending || change.isPending,
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
    <EntityStep
      application={application}
      kinds={['INDIVIDUAL']}
      addLabel="Add a person"
      empty="Nobody yet."
      usual="GUARANTOR"
      only={OF_OTHERS}
      needed={['emailAddress']}
      saving={saving}
      errors={errors}
      rowNote={({ id }) => {
        const person = personOf(id);
        if (!person) return null;
        if (person.ownInfoSubmittedAt) return 'Information complete';
        if (!person.required) return null;
        if (id === application.ownLoanEntityId) return 'You';
        if (person.userId) return 'Has to fill in their information';
        return person.invited ? 'Invited' : 'Not invited yet';
      }}
      renderActions={({ id, name }) => {
        const person = personOf(id);
        if (id === application.ownLoanEntityId) {
          const params = { lenderId: application.lenderId, loanId, taskView: 'own-info' };
          return (
            <Button
              variant="default"
              renderRoot={(root) => <Link {...root} to={routes.applicationStep} params={params} />}
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
  );
}
