import type { Loan } from '@cairn/contract';
import { TEXT_MAX } from '@cairn/contract/constants';
import { Button, Group, TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { routes } from '../../lib/routes.ts';
import { toast } from '../../lib/toast.ts';
import { useCallForm } from '../../lib/useCallForm.ts';
import { Form } from '../../ui/Form.tsx';
import { Card, FieldGrid } from '../../ui/Card.tsx';
import { ServedSelect } from '../reference-data/ServedSelect.tsx';
import { AmountInput } from './AmountInput.tsx';
import classes from './EditLoanPage.module.css';
import { type LoanFields, loanErrors } from './loanForm.ts';

const fieldsOf = (loan: Loan): LoanFields => ({
  name: loan.name,
  loanType: loan.loanType,
  loanPurpose: loan.loanPurpose ?? '',
  amount: loan.amount ?? '',
  closeDate: loan.closeDate ?? '',
  color: loan.color,
});

export function EditLoanForm({ loan, onDone }: { loan: Loan; onDone: () => void }) {
  // The update carries the values from when the form opened, so the server refuses to overwrite a concurrent change.
  const [initialLoan] = useState(loan);
  const form = useCallForm('updateLoan', {
    mode: 'controlled',
    initialValues: fieldsOf(initialLoan),
    optional: 'all',
    validate: loanErrors,
    request: (fields) => ({
      params: { id: initialLoan.id },
      body: {
        name: fields.name,
        loanType: fields.loanType,
        loanPurpose: fields.loanPurpose || null,
        amount: fields.amount === '' ? null : Number(fields.amount),
        color: fields.color,
        closeDate: fields.closeDate || null,
        lastModifiedDate: initialLoan.lastModifiedDate,
      },
    }),
    onSuccess: () => {
      toast.success('Loan saved');
      onDone();
    },
  });
  const { values: fields, errors, setField } = form;

  return (
    <Card>
      <Form
        form={form}
        actions={
          <Group gap="xs" align="stretch" wrap="nowrap">
            <Button type="submit" loading={form.busy}>
              Save
            </Button>
            <Button
              variant="default"
              component={Link}
              to={routes.loan.replace('$loanId', initialLoan.id)}
            >
              Cancel
            </Button>
          </Group>
        }
      >
        <FieldGrid>
          <TextInput
            {...form.field('name')}
            label="Name"
            style={{ gridColumn: '1 / -1' }}
            maxLength={TEXT_MAX + 1}
          />
          <ServedSelect
            {...form.field('loanType')}
            label="Loan type"
            optionsOf={({ loanTypes }) => loanTypes}
          />
          <AmountInput
            value={fields.amount}
            onChange={(amount) => setField('amount', amount)}
            error={errors['amount']}
          />
          <TextInput {...form.field('loanPurpose')} label="Purpose" />
          <TextInput {...form.field('closeDate')} type="date" label="Close date" />
          <TextInput
            {...form.field('color')}
            type="color"
            label="Color"
            classNames={{ input: classes.color ?? '' }}
          />
        </FieldGrid>
      </Form>
    </Card>
  );
}
