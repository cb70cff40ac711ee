import { Button, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { routes } from '../../lib/routes.ts';
import { useAction } from '../../lib/useAction.ts';
import { useCall } from '../../lib/useCall.ts';
import classes from './Entities.module.css';

/** The borrower's or applicant's own information, created from their account the first time. */
export function OwnInformation({ loanId }: { loanId: string }) {
  const navigate = useNavigate();
  const { data } = useCall('getOwnIndividual', { query: { loanId } });
  const make = useAction('createIndividualFromUser');
  const open = (personId: string) =>
    void navigate({ to: routes.personEdit, params: { loanId, personId } });
  const start = () =>
    make.mutate({ body: { loanId } }, { onSuccess: (individual) => open(individual.id) });
  if (!data || data.individual) return null;
  return (
    <div className={classes.own}>
      <div>
        <Text size="section" fw={600}>
          Your own information
        </Text>
        <p className={classes.meta}>
          Your lender needs your address, date of birth and Social Security number. They are kept
          encrypted.
        </p>
      </div>
      <Button loading={make.isPending} onClick={start}>
        Add your information
      </Button>
    </div>
  );
}
