import { PLACEHOLDER, type LoanType } from '@cairn/contract/constants';
import { LOAN_PURPOSES } from '@cairn/contract/purposes';
import { Box, Button, NativeSelect, Text } from '@mantine/core';
import { useEffect } from 'react';
import { useNavigate, useParams, useRouter, useSearch } from '@tanstack/react-router';
import { useCallForm } from '../../lib/useCallForm.ts';
import { routes } from '../../lib/routes.ts';
import { DialogFoot } from '../../ui/DialogActions.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Choice, Field } from '../../ui/Field.tsx';
import { Form } from '../../ui/Form.tsx';
import { QueryFallback } from '../../ui/QueryFallback.tsx';
import { cardFrame, FieldGrid } from '../../ui/Card.tsx';
import { toast } from '../../lib/toast.ts';
import { useCall } from '../../lib/useCall.ts';
import { isLenderStaff } from '../../lib/roles.ts';
import { businessTypeOptions, isChosen, loanTypeOptions } from '../reference-data/options.ts';
import { ServedSelect } from '../reference-data/ServedSelect.tsx';
import { useOnlyLoanType } from '../reference-data/useServedOptions.tsx';
import { ApplicationHeading } from './ApplicationHeading.tsx';
import classes from './LoanApplications.module.css';
import { LenderName } from './LenderName.tsx';
import { asRequest, EMPTY, errorsIn, type NewApplication, optionOf } from './newApplication.ts';
import { useUser } from '../../lib/useUser.ts';
import { clsx } from 'clsx';

const PURPOSES = [
  { value: '', label: 'Choose a purpose' },
  ...Object.values(LOAN_PURPOSES).map((label) => ({ value: label, label })),
];
const BORROWS = [
  { value: 'COMPANY', name: 'A business', text: 'You, or you and others, own it.' },
  { value: 'INDIVIDUAL', name: 'Myself, as an individual', text: 'There is no business yet.' },
];

const NO_BORROWER = { givenName: '', familyName: '', emailAddress: '' };

interface FieldsProps {
  values: NewApplication;
  set: (change: Partial<NewApplication>) => void;
  errors: Record<string, string>;
}

function LoanFields({ values, set, errors }: FieldsProps) {
  const chooseType = (value: string) =>
    set({ loanType: isChosen(value) ? (value as LoanType) : '' });
  useOnlyLoanType(values.loanType === '', chooseType);
  return (
    <section className={clsx(cardFrame, classes.card)} aria-labelledby="how-much">
      <Text
        id="how-much"
        component="h2"
        size="section"
        fw={600}
        mb="sm"
        lts="var(--tracking-section)"
      >
        Amount and purpose
      </Text>
      <FieldGrid>
        {values.loanType !== null && (
          <Box style={{ gridColumn: '1 / -1' }}>
            <ServedSelect
              name="loanType"
              label="Loan type"
              optionsOf={loanTypeOptions}
              value={values.loanType || PLACEHOLDER}
              onChange={({ currentTarget: { value } }) => chooseType(value)}
              error={errors['loanType']}
            />
          </Box>
        )}
        <Field
          name="amount"
          label="Amount"
          inputMode="decimal"
          placeholder="$250,000"
          value={values.amount}
          onChange={(event) => set({ amount: event.currentTarget.value })}
          error={errors['amount']}
        />
        <NativeSelect
          name="loanPurpose"
          label="Purpose"
          data={PURPOSES}
          value={values.loanPurpose}
          onChange={(event) => set({ loanPurpose: event.currentTarget.value })}
          error={errors['loanPurpose']}
        />
      </FieldGrid>
    </section>
  );
}

function BusinessFields({ values, set, errors }: FieldsProps) {
  if (values.borrows !== 'COMPANY') return null;
  return (
    <Box mt="md">
      <FieldGrid>
        <Field
          name="legalName"
          label="Legal name of the business"
          value={values.legalName}
          onChange={(event) => set({ legalName: event.currentTarget.value })}
          error={errors['legalName']}
        />
        <ServedSelect
          name="entityType"
          label="Type of business"
          optionsOf={businessTypeOptions}
          value={values.entityType}
          onChange={(event) => set({ entityType: event.currentTarget.value })}
          error={errors['entityType']}
        />
      </FieldGrid>
    </Box>
  );
}

function ForWhom({ values, set, errors }: FieldsProps) {
  const { borrower } = values;
  if (!borrower) return null;
  const field = (name: keyof typeof borrower, label: string) => (
    <Field
      name={name}
      label={label}
      value={borrower[name]}
      onChange={(event) => set({ borrower: { ...borrower, [name]: event.currentTarget.value } })}
      error={errors[`borrower.${name}`]}
    />
  );
  return (
    <section className={clsx(cardFrame, classes.card)} aria-labelledby="for-whom">
      <Text
        id="for-whom"
        component="h2"
        size="section"
        fw={600}
        mb="sm"
        lts="var(--tracking-section)"
      >
        Applicant
      </Text>
      <Text size="body" c="var(--ink-2)">
        We’ll email them an invitation to lead the application. Only they can submit it.
      </Text>
      <Box mt="md">
        <FieldGrid>
          {field('givenName', 'First name')}
          {field('familyName', 'Last name')}
          <Box style={{ gridColumn: '1 / -1' }}>{field('emailAddress', 'Email')}</Box>
        </FieldGrid>
      </Box>
    </section>
  );
}

export function NewApplicationPage() {
  const { lenderId } = useParams({ from: `/shell${routes.applyNew}` });
  const user = useUser();
  const navigate = useNavigate();
  const router = useRouter();
  const onBehalf = isLenderStaff(user);
  const query = useCall('listLoanTemplatesOffered', { params: { lenderId } });
  const { data: portal } = useCall(
    'getPortal',
    { params: { lenderId } },
    { onFailure: () => true },
  );
  const { template } = useSearch({ from: `/shell${routes.applyNew}` });
  const open = (loanId: string) => {
    const params = { lenderId, loanId };
    if (onBehalf) {
      toast.success('Invitation Sent!');
      void navigate({ to: routes.loanApplication, params });
    } else if (user.roleLevel === 'BORROWER') {
      void navigate({ to: routes.application, params });
    } else {
      // Applying makes the applicant a borrower. A full page load keeps the data of the two roles apart.
      window.location.assign(router.buildLocation({ to: routes.application, params }).href);
    }
  };
  const form = useCallForm('createApplication', {
    mode: 'controlled',
    initialValues: onBehalf ? { ...EMPTY, borrower: NO_BORROWER } : EMPTY,
    optional: 'all',
    validate: errorsIn,
    request: (values) => ({ params: { lenderId }, body: asRequest(values) }),
    onSuccess: (_given, { loanId }) => open(loanId),
  });
  const { values: fields, setValues: set, errors } = form;
  const templates = query.data?.templates ?? [];
  const choose = (templateId: string) => {
    const offer = templates.find(({ id }) => id === templateId);
    if (offer) set({ templateId, loanType: offer.loanType ? null : '' });
  };
  // Preselects the template from the link of the lender's page, once it is known that the lender offers it.
  const isPreselected = templates.some(({ id }) => id === template) && fields.templateId === '';
  useEffect(() => {
    if (isPreselected) choose(template!);
  });
  const sentenceOf = (id: string) =>
    portal?.offers.find(({ templateId }) => templateId === id)?.text;
  return (
    <div className={classes.narrow}>
      <LenderName lenderId={lenderId} />
      <ApplicationHeading
        title="Apply for a loan"
        lead="A few questions to start. You can stop anytime and continue later."
      />
      <QueryFallback
        query={query}
        loading="Loading what this lender offers"
        failed="What this lender offers could not be loaded"
      />
      {query.data && templates.length === 0 && (
        <EmptyState title="This lender doesn’t take applications here">
          Ask the lender to invite you to a loan instead.
        </EmptyState>
      )}
      {templates.length > 0 && (
        <Form
          form={form}
          aria-busy={form.busy}
          actions={
            <DialogFoot>
              <Button type="submit" size="md" loading={form.busy}>
                Start application
              </Button>
            </DialogFoot>
          }
        >
          <section className={clsx(cardFrame, classes.card)} aria-label="What you’re applying for">
            <Choice
              name="templateId"
              label="What you’re applying for"
              value={fields.templateId}
              options={templates.map((each) => optionOf(each, sentenceOf(each.id)))}
              onChange={({ currentTarget: { value } }) => choose(value)}
            />
            {errors['templateId'] && (
              <Text
                size="body"
                mb="md"
                py="s10"
                px="sm"
                bdrs="md"
                bg="var(--red-bg)"
                c="var(--red-fg)"
                mt="md"
              >
                {errors['templateId']}
              </Text>
            )}
          </section>
          <LoanFields values={fields} set={set} errors={errors} />
          <section className={clsx(cardFrame, classes.card)} aria-label="Borrower">
            <Choice {...form.field('borrows')} label="Borrower" options={BORROWS} />
            <BusinessFields values={fields} set={set} errors={errors} />
          </section>
          <ForWhom values={fields} set={set} errors={errors} />
        </Form>
      )}
    </div>
  );
}
