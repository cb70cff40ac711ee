import type { LoanApplication } from '@cairn/contract';
import { readField } from '@cairn/contract/field-checks';
import { LOAN_PURPOSES } from '@cairn/contract/purposes';
import { Button, NativeSelect, Text } from '@mantine/core';
import { Field } from '../../ui/Field.tsx';
import { toast } from '../../lib/toast.ts';
import type { FieldErrors } from '../../lib/formValues.ts';
import { useCallForm } from '../../lib/useCallForm.ts';
import { DialogFoot } from '../../ui/DialogActions.tsx';
import { Form } from '../../ui/Form.tsx';
import { cardFrame, FieldGrid } from '../../ui/Card.tsx';
import classes from './LoanApplications.module.css';
import { clsx } from 'clsx';

const PURPOSES = Object.values(LOAN_PURPOSES);
const AMOUNT = {
  name: 'amount',
  label: 'Amount',
  kind: 'money',
  section: '',
  required: true,
} as const;

/** Amount and purpose, editable until the application is submitted. */
export function AmountAndPurpose({ application }: { application: LoanApplication }) {
  const { loanPurpose, amount } = application;
  const form = useCallForm('updateApplication', {
    initialValues: {
      amount: amount === null ? '' : amount.toLocaleString('en-US'),
      loanPurpose: loanPurpose ?? '',
    },
    optional: ['loanPurpose'],
    validate: (values): FieldErrors => {
      const reading = readField(AMOUNT, values.amount);
      return 'error' in reading ? { amount: reading.error } : {};
    },
    request: (values) => {
      const reading = readField(AMOUNT, values.amount);
      return {
        params: { id: application.id },
        body: {
          amount: 'error' in reading ? null : Number(reading.value),
          loanPurpose: values.loanPurpose || null,
        },
      };
    },
    onSuccess: () => toast.success('Saved'),
  });
  // Adds a saved purpose that is not in the list, so that the select can show it.
  const purposes = [...new Set([...PURPOSES, ...(loanPurpose ? [loanPurpose] : [])])];
  return (
    <Form
      form={form}
      className={clsx(cardFrame, classes.card)}
      aria-label="Amount and purpose"
      actions={
        <DialogFoot>
          <Button type="submit" variant="default" loading={form.busy}>
            Save
          </Button>
        </DialogFoot>
      }
    >
      <Text component="h2" size="section" fw={600}>
        Amount and purpose
      </Text>
      <FieldGrid>
        <Field {...form.field('amount')} label="Amount" inputMode="decimal" />
        <NativeSelect
          {...form.field('loanPurpose')}
          label="Purpose"
          data={[{ value: '', label: 'Choose a purpose' }, ...purposes]}
        />
      </FieldGrid>
    </Form>
  );
}
