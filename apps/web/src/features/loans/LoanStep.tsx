import { PLACEHOLDER } from '@cairn/contract/constants';
import { LOAN_PURPOSES } from '@cairn/contract/purposes';
import { Button, NativeSelect, TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ChangeEvent } from 'react';
import { FieldGrid } from '../../ui/Card.tsx';
import { routes } from '../../lib/routes.ts';
import { useCall } from '../../lib/useCall.ts';
import { isChosen, loanTypeOptions } from '../reference-data/options.ts';
import { ServedSelect } from '../reference-data/ServedSelect.tsx';
import { useOnlyLoanType } from '../reference-data/useServedOptions.tsx';
import classes from '../needs-list/NeedsList.module.css';
import { AmountInput } from './AmountInput.tsx';
import type { NewLoan } from './newLoan.ts';

export interface StepProps {
  loan: NewLoan;
  set: (change: Partial<NewLoan>) => void;
  errors: Record<string, string>;
}

/** Fields whose value is stored as text. */
type TextField = 'templateId' | 'name' | 'loanPurpose' | 'closeDate' | 'color';

const PURPOSES = [
  { value: '', label: '—' },
  ...Object.values(LOAN_PURPOSES).map((label) => ({ value: label, label })),
];

/** Loads the published templates. `fitting` contains those for the chosen loan type. */
function useTemplates(loanType: string) {
  const { data, isError, refetch } = useCall('listTemplates', { query: { blockType: 'LOAN' } });
  const all = (data?.templates['LOAN'] ?? []).filter(
    ({ publishedVersion }) => publishedVersion > 0,
  );
  const fitting = all.filter((template) => template.loanType === loanType);
  return { loaded: data !== undefined, failed: isError && !data, refetch, all, fitting };
}

export function LoanStep({ loan, set, errors }: StepProps) {
  const { loaded, failed, refetch, all, fitting } = useTemplates(loan.loanType);
  const others = all.filter((template) => !fitting.includes(template));
  const optionOf = ({ id, name, totalFiles }: (typeof all)[number]) => ({
    value: id,
    label: `${name} (${totalFiles} requests)`,
  });
  const chooseType = (value: string) => {
    const loanType = (isChosen(value) ? value : '') as NewLoan['loanType'];
    const templates = all.filter((template) => template.loanType === loanType);
    // If exactly one template matches the type, it is selected.
    set({ loanType, ...(templates.length === 1 && { templateId: templates[0]!.id }) });
  };
  useOnlyLoanType(loan.loanType === '', chooseType);
  const field = (name: TextField) => ({
    name,
    value: loan[name],
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLSelectElement>) =>
      set({ [name]: event.currentTarget.value }),
    error: errors[name],
  });
  return (
    <>
      <h2 className={classes.heading} tabIndex={-1}>
        Loan and template
      </h2>
      <FieldGrid>
        <ServedSelect
          name="loanType"
          label="Loan type"
          withAsterisk
          optionsOf={loanTypeOptions}
          value={loan.loanType || PLACEHOLDER}
          onChange={(event) => chooseType(event.currentTarget.value)}
          error={errors['loanType']}
        />
        <NativeSelect
          {...field('templateId')}
          label="Template"
          withAsterisk
          data={[
            { value: '', label: 'Choose a template' },
            ...(fitting.length > 0
              ? [{ group: 'For this type', items: fitting.map(optionOf) }]
              : []),
            ...(others.length > 0 ? [{ group: 'Others', items: others.map(optionOf) }] : []),
          ]}
          {...(failed && {
            description: (
              <>
                The templates could not be loaded.{' '}
                <Button variant="subtle" size="compact-xs" onClick={() => void refetch()}>
                  Try again
                </Button>
              </>
            ),
          })}
          {...(loaded &&
            all.length === 0 && {
              description: (
                <>
                  Nothing is published yet.{' '}
                  <Link to={routes.loanTemplates}>Open the templates</Link>
                </>
              ),
            })}
        />
        <TextInput {...field('name')} label="Name" withAsterisk style={{ gridColumn: '1 / -1' }} />
        <AmountInput
          value={loan.amount}
          onChange={(amount) => set({ amount })}
          error={errors['amount']}
        />
        <NativeSelect {...field('loanPurpose')} label="Purpose" data={PURPOSES} />
        <TextInput {...field('closeDate')} type="date" label="Close date" />
        <TextInput
          {...field('color')}
          type="color"
          label="Color"
          classNames={{ input: classes.color ?? '' }}
        />
      </FieldGrid>
    </>
  );
}
