import type { LoanApplication } from '@cairn/contract';
import { readField } from '@cairn/contract/field-checks';
import { LOAN_PURPOSES } from '@cairn/contract/purposes';
import { Button, NativeSelect } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { Field, fieldClasses } from '../../kit/Field.tsx';
import { toast } from '../../kit/toast.ts';
import { useAction } from '../../kit/useAction.ts';
import classes from './Applications.module.css';
import { useFieldErrors } from '../entities/useFieldErrors.ts';

const PURPOSES = Object.values(LOAN_PURPOSES);
const AMOUNT = { name: 'amount', label: 'Amount', kind: 'money', section: '' } as const;

/** How much, and what for: what people change their mind about while they fill it in. */
export function Wanted({ application }: { application: LoanApplication }) {
  const { loanPurpose, amount } = application;
  const { errors, onFailure } = useFieldErrors();
  const [found, setFound] = useState<string>();
  const update = useAction('updateApplication', { onFailure });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const given = new FormData(event.currentTarget);
    const reading = readField({ ...AMOUNT, required: true }, given.get('amount'));
    setFound('error' in reading ? reading.error : undefined);
    if ('error' in reading) return;
    const purpose = given.get('loanPurpose');
    update.mutate(
      {
        params: { id: application.id },
        body: {
          amount: Number(reading.value),
          loanPurpose: typeof purpose === 'string' && purpose !== '' ? purpose : null,
        },
      },
      { onSuccess: () => toast.success('Saved') },
    );
  };
  // A purpose from elsewhere stays to be chosen.
  const purposes = [...new Set([...PURPOSES, ...(loanPurpose ? [loanPurpose] : [])])];
  return (
    <form className={classes.card} aria-label="How much, and what for" onSubmit={submit} noValidate>
      <h2 className={classes.heading}>How much, and what for</h2>
      <div className={classes.fields}>
        <Field
          name="amount"
          label="Amount"
          inputMode="decimal"
          defaultValue={amount === null ? '' : amount.toLocaleString('en-US')}
          error={found ?? errors['amount']}
        />
        <NativeSelect
          name="loanPurpose"
          label="Purpose"
          classNames={fieldClasses}
          defaultValue={loanPurpose ?? ''}
          data={[{ value: '', label: 'Choose a purpose' }, ...purposes]}
        />
      </div>
      <div className={classes.actions}>
        <Button type="submit" variant="default" loading={update.isPending}>
          Save
        </Button>
      </div>
    </form>
  );
}
