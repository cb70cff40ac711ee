import '@mantine/core/styles/NumberInput.layer.css';
import type { Loan } from '@cairn/contract';
import { LOAN_TYPE_CODES, LOAN_TYPES, TEXT_MAX } from '@cairn/contract/constants';
import { Button, NativeSelect, NumberInput, TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type FormEvent, useRef, useState } from 'react';
import { routes } from '../../app/routes.ts';
import type { CallError } from '../../kit/CallError.ts';
import { toast } from '../../kit/toast.ts';
import { useAction } from '../../kit/useAction.ts';
import classes from './EditLoanPage.module.css';
import { type LoanFields, loanErrors } from './editing.ts';

const field = {
  input: classes.input ?? '',
  label: classes.label ?? '',
  error: classes.error ?? '',
};

const TYPES = LOAN_TYPE_CODES.map((value) => ({ value, label: LOAN_TYPES[value] })).toSorted(
  (one, other) => one.label.localeCompare(other.label),
);

const fieldsOf = (loan: Loan): LoanFields => ({
  name: loan.name,
  loanType: loan.loanType,
  loanPurpose: loan.loanPurpose ?? '',
  amount: loan.amount ?? '',
  closeDate: loan.closeDate ?? '',
  color: loan.color,
});

export function EditLoanForm({ loan, onDone }: { loan: Loan; onDone: () => void }) {
  const form = useRef<HTMLFormElement>(null);
  // As it was when the form opened: a change by somebody else is refused, not overwritten.
  const [seen] = useState(loan);
  const [fields, setFields] = useState(() => fieldsOf(seen));
  const [errors, setErrors] = useState<Record<string, string>>({});
  const set = <K extends keyof LoanFields>(name: K, value: LoanFields[K]) =>
    setFields((before) => ({ ...before, [name]: value }));
  const show = (found: Record<string, string>) => {
    setErrors(found);
    const [first] = Object.keys(found);
    if (first) form.current?.querySelector<HTMLElement>(`[name=${first}]`)?.focus();
  };
  const update = useAction('updateLoan', {
    onFailure: ({ fieldErrors }: CallError) => {
      show(fieldErrors);
      return Object.keys(fieldErrors).length > 0;
    },
  });

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const found = loanErrors(fields);
    show(found);
    if (Object.keys(found).length > 0) return;
    try {
      await update.mutateAsync({
        params: { id: seen.id },
        body: {
          name: fields.name,
          loanType: fields.loanType,
          loanPurpose: fields.loanPurpose.trim() || null,
          amount: fields.amount === '' ? null : Number(fields.amount),
          color: fields.color,
          closeDate: fields.closeDate || null,
          lastModifiedDate: seen.lastModifiedDate,
        },
      });
      toast.success('The loan is saved');
      onDone();
    } catch {
      // Said at the field, or by a toast.
    }
  };

  return (
    <form ref={form} className={classes.card} onSubmit={(event) => void submit(event)} noValidate>
      <div className={classes.form}>
        <TextInput
          name="name"
          label="Name"
          className={classes.wide ?? ''}
          maxLength={TEXT_MAX + 1}
          value={fields.name}
          onChange={(event) => set('name', event.currentTarget.value)}
          error={errors['name']}
          classNames={field}
        />
        <NativeSelect
          name="loanType"
          label="Loan type"
          data={TYPES}
          value={fields.loanType}
          onChange={(event) => set('loanType', event.currentTarget.value as Loan['loanType'])}
          error={errors['loanType']}
          classNames={field}
        />
        <NumberInput
          name="amount"
          label="Amount"
          prefix="$"
          thousandSeparator=","
          decimalScale={2}
          min={0}
          hideControls
          value={fields.amount}
          onChange={(value) => set('amount', value)}
          error={errors['amount']}
          classNames={field}
        />
        <TextInput
          name="loanPurpose"
          label="Purpose"
          value={fields.loanPurpose}
          onChange={(event) => set('loanPurpose', event.currentTarget.value)}
          error={errors['loanPurpose']}
          classNames={field}
        />
        <TextInput
          name="closeDate"
          type="date"
          label="Close date"
          value={fields.closeDate}
          onChange={(event) => set('closeDate', event.currentTarget.value)}
          error={errors['closeDate']}
          classNames={field}
        />
        <TextInput
          name="color"
          type="color"
          label="Colour"
          value={fields.color}
          onChange={(event) => set('color', event.currentTarget.value)}
          error={errors['color']}
          classNames={{ ...field, input: classes.color ?? '' }}
        />
      </div>
      <div className={classes.actions}>
        <Button type="submit" loading={update.isPending}>
          Save
        </Button>
        <Button variant="default" component={Link} to={routes.loan.replace('$loanId', seen.id)}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
