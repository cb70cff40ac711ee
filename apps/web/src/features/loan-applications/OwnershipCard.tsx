import type { LoanApplication, LoanEntity, Owner } from '@cairn/contract';
import { Button, Text, TextInput } from '@mantine/core';
import { isShownInForm } from '../../lib/useForm.ts';
import { toast } from '../../lib/toast.ts';
import { useCall } from '../../lib/useCall.ts';
import { useCallForm } from '../../lib/useCallForm.ts';
import { DialogFoot } from '../../ui/DialogActions.tsx';
import { Form } from '../../ui/Form.tsx';
import { cardFrame, FieldGrid } from '../../ui/Card.tsx';
import classes from './LoanApplications.module.css';
import { ownersIn, sharesAmong, sharesOf, totalText, wrongShares } from './ownership.ts';
import { clsx } from 'clsx';

interface SharesProps {
  business: LoanEntity;
  people: readonly LoanEntity[];
  owners: readonly Owner[];
}

/** A share for each person of the application; empty for people who own nothing. */
function Shares({ business, people, owners }: SharesProps) {
  const form = useCallForm('setOwners', {
    mode: 'controlled',
    initialValues: { shares: sharesOf(business, people, owners) },
    optional: 'all',
    fieldOf: () => 'shares',
    validate: ({ shares }) => {
      const wrong = wrongShares(sharesAmong(people, shares));
      return wrong ? { shares: wrong } : {};
    },
    request: ({ shares }) => ({
      params: { id: business.entityId },
      body: {
        version: business.ownersVersion,
        owners: ownersIn(business, sharesAmong(people, shares), owners),
      },
    }),
    onFailure: isShownInForm,
    onSuccess: () => toast.success('Ownership saved'),
  });
  const { shares } = form.values;
  return (
    <Form
      form={form}
      className={clsx(cardFrame, classes.card)}
      aria-label={`Who owns ${business.name}`}
      actions={
        <DialogFoot>
          <Button type="submit" variant="default" loading={form.busy}>
            Save ownership
          </Button>
        </DialogFoot>
      }
    >
      <div>
        <Text component="h2" size="section" fw={600}>
          Who owns {business.name}?
        </Text>
        <Text size="body" c="var(--ink-2)">
          Add everyone with 20% or more above, then say how much each owns.
        </Text>
      </div>
      <FieldGrid>
        {people.map(({ entityId, name }) => (
          <TextInput
            key={entityId}
            label={`${name} owns`}
            inputMode="decimal"
            placeholder="0"
            rightSection={<span aria-hidden>%</span>}
            value={shares[entityId] ?? ''}
            onChange={(event) =>
              form.setValues({ shares: { ...shares, [entityId]: event.currentTarget.value } })
            }
          />
        ))}
      </FieldGrid>
      <Text component="output" size="table" c="var(--ink-2)">
        {totalText(sharesAmong(people, shares))}
      </Text>
      {form.errors['shares'] && (
        <Text role="alert" size="table" c="var(--red-fg)">
          {form.errors['shares']}
        </Text>
      )}
    </Form>
  );
}

/** Asks for the owners of a borrowing business: anyone who owns 20% or more must be part of the application. */
export function OwnershipCard({ application }: { application: LoanApplication }) {
  const { data } = useCall('listLoanEntities', { params: { id: application.loanId } });
  if (!data || !application.abilities.edit) return null;
  const people = data.loanEntities.filter(({ kind }) => kind === 'INDIVIDUAL');
  const businesses = data.loanEntities.filter(
    ({ kind, labels }) => kind === 'COMPANY' && labels.includes('APPLICANT'),
  );
  return businesses.map((business) => (
    <Shares
      key={`${business.entityId} ${business.ownersVersion}`}
      business={business}
      people={people}
      owners={data.owners}
    />
  ));
}
