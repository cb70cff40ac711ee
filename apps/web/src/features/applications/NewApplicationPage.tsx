import { PLACEHOLDER, type LoanType } from '@cairn/contract/constants';
import { LOAN_PURPOSES } from '@cairn/contract/purposes';
import { Button, NativeSelect } from '@mantine/core';
import { clsx } from 'clsx';
import { useNavigate, useParams, useRouter } from '@tanstack/react-router';
import { type FormEvent, useRef, useState } from 'react';
import { routes } from '../../app/routes.ts';
import type { CallError } from '../../kit/CallError.ts';
import { EmptyState } from '../../kit/EmptyState.tsx';
import { Choice, Field, fieldClasses } from '../../kit/Field.tsx';
import { NotThere } from '../../kit/NotThere.tsx';
import { toast } from '../../kit/toast.ts';
import { useAction } from '../../kit/useAction.ts';
import { useCall } from '../../kit/useCall.ts';
import { fieldErrorsOf } from '../entities/information.ts';
import { isLenderStaff } from '../identity/roles.ts';
import { BUSINESS_TYPE_CHOICES, isChosen, LOAN_TYPE_CHOICES } from '../lists/options.ts';
import classes from './Applications.module.css';
import { LenderName } from './LenderName.tsx';
import { asRequest, EMPTY, errorsIn, type NewApplication, optionOf } from './newApplication.ts';
import { useUser } from '../identity/useUser.ts';

const PURPOSES = [
  { value: '', label: 'Choose a purpose' },
  ...Object.values(LOAN_PURPOSES).map((label) => ({ value: label, label })),
];
const BORROWS = [
  { value: 'COMPANY', name: 'A business', text: 'You, or you and others, own it.' },
  { value: 'INDIVIDUAL', name: 'I, in my own name', text: 'There is no business yet.' },
];

interface FieldsProps {
  given: NewApplication;
  set: (change: Partial<NewApplication>) => void;
  errors: Record<string, string>;
}

function LoanFields({ given, set, errors }: FieldsProps) {
  return (
    <section className={classes.card} aria-labelledby="how-much">
      <h2 id="how-much" className={classes.heading}>
        How much, and what for
      </h2>
      <div className={classes.fields}>
        {given.loanType !== null && (
          <div className={classes.whole}>
            <NativeSelect
              name="loanType"
              label="Loan type"
              classNames={fieldClasses}
              data={LOAN_TYPE_CHOICES}
              value={given.loanType || PLACEHOLDER}
              onChange={({ currentTarget: { value } }) =>
                set({ loanType: isChosen(value) ? (value as LoanType) : '' })
              }
              error={errors['loanType']}
            />
          </div>
        )}
        <Field
          name="amount"
          label="Amount"
          inputMode="decimal"
          placeholder="$250,000"
          value={given.amount}
          onChange={(event) => set({ amount: event.currentTarget.value })}
          error={errors['amount']}
        />
        <NativeSelect
          name="loanPurpose"
          label="Purpose"
          classNames={fieldClasses}
          data={PURPOSES}
          value={given.loanPurpose}
          onChange={(event) => set({ loanPurpose: event.currentTarget.value })}
          error={errors['loanPurpose']}
        />
      </div>
    </section>
  );
}

function BusinessFields({ given, set, errors }: FieldsProps) {
  if (given.borrows !== 'COMPANY') return null;
  return (
    <div className={clsx(classes.fields, classes.spaced)}>
      <Field
        name="legalName"
        label="Legal name of the business"
        value={given.legalName}
        onChange={(event) => set({ legalName: event.currentTarget.value })}
        error={errors['legalName']}
      />
      <NativeSelect
        name="entityType"
        label="Type of business"
        classNames={fieldClasses}
        data={BUSINESS_TYPE_CHOICES}
        value={given.entityType}
        onChange={(event) => set({ entityType: event.currentTarget.value })}
        error={errors['entityType']}
      />
    </div>
  );
}

function ForWhom({ given, set, errors }: FieldsProps) {
  const { borrower } = given;
  if (!borrower) return null;
  const field = (name: keyof typeof borrower, label: string) => (
    <Field
      name={name}
      label={label}
      value={borrower[name]}
      onChange={(event) => set({ borrower: { ...borrower, [name]: event.currentTarget.value } })}
      error={errors[name]}
    />
  );
  return (
    <section className={classes.card} aria-labelledby="for-whom">
      <h2 id="for-whom" className={classes.heading}>
        For whom
      </h2>
      <p className={classes.text}>
        They are invited by mail to lead the application: only they can send it in.
      </p>
      <div className={clsx(classes.fields, classes.spaced)}>
        {field('givenName', 'First name')}
        {field('familyName', 'Last name')}
        <div className={classes.whole}>{field('emailAddress', 'E-mail')}</div>
      </div>
    </section>
  );
}

export function NewApplicationPage() {
  const { lenderId } = useParams({ from: `/shell${routes.applyNew}` });
  const user = useUser();
  const navigate = useNavigate();
  const router = useRouter();
  const form = useRef<HTMLFormElement>(null);
  const onBehalf = isLenderStaff(user);
  const [given, setGiven] = useState<NewApplication>(() =>
    onBehalf ? { ...EMPTY, borrower: { givenName: '', familyName: '', emailAddress: '' } } : EMPTY,
  );
  const [errors, setErrors] = useState<Record<string, string>>({});
  const query = useCall('listLoanTemplatesOffered', { params: { lenderId } });
  const create = useAction('createApplication', {
    onFailure: ({ fieldErrors }: CallError) => {
      setErrors(fieldErrorsOf(fieldErrors));
      return Object.keys(fieldErrors).length > 0;
    },
  });
  const set = (change: Partial<NewApplication>) => setGiven((before) => ({ ...before, ...change }));
  const open = (loanId: string) => {
    const params = { lenderId, loanId };
    if (onBehalf) {
      toast.success('Invitation Sent!');
      void navigate({ to: routes.loanApplication, params });
    } else if (user.roleLevel === 'BORROWER') {
      void navigate({ to: routes.application, params });
    } else {
      // Whoever applies works as a borrower from then on: no part of a page was made for two roles.
      window.location.assign(router.buildLocation({ to: routes.application, params }).href);
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = errorsIn(given);
    setErrors(found);
    const [first] = Object.keys(found);
    if (first) form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
    else {
      create.mutate(
        { params: { lenderId }, body: asRequest(given) },
        { onSuccess: ({ loanId }) => open(loanId) },
      );
    }
  };
  const templates = query.data?.templates ?? [];
  return (
    <div className={classes.narrow}>
      <LenderName lenderId={lenderId} />
      <div className={classes.head}>
        <div>
          <h1 className={classes.title}>Apply for a loan</h1>
          <p className={classes.lead}>
            A few questions to begin with. You can stop at any time and go on later.
          </p>
        </div>
      </div>
      <NotThere
        query={query}
        loading="Loading what this lender offers"
        failed="What this lender offers could not be loaded"
      />
      {query.data && templates.length === 0 && (
        <EmptyState title="This lender takes no applications here">
          Ask the lender to invite you to a loan instead.
        </EmptyState>
      )}
      {templates.length > 0 && (
        <form ref={form} onSubmit={submit} noValidate aria-busy={create.isPending}>
          <section
            className={classes.card}
            aria-label="What you apply for"
            onChange={(event) => {
              const { target } = event;
              if (!(target instanceof HTMLInputElement)) return;
              const chosen = templates.find(({ id }) => id === target.value);
              set({ templateId: target.value, loanType: chosen?.loanType ? null : '' });
            }}
          >
            <Choice
              name="templateId"
              label="What you apply for"
              initial={given.templateId}
              options={templates.map(optionOf)}
            />
            {errors['templateId'] && (
              <p className={clsx(classes.problem, classes.spaced)}>{errors['templateId']}</p>
            )}
          </section>
          <LoanFields given={given} set={set} errors={errors} />
          <section
            className={classes.card}
            aria-label="Who borrows"
            onChange={(event) => {
              const { target } = event;
              if (target instanceof HTMLInputElement && target.type === 'radio') {
                set({ borrows: target.value as NewApplication['borrows'] });
              }
            }}
          >
            <Choice name="borrows" label="Who borrows" initial={given.borrows} options={BORROWS} />
            <BusinessFields given={given} set={set} errors={errors} />
          </section>
          <ForWhom given={given} set={set} errors={errors} />
          <div className={classes.actions}>
            <Button type="submit" size="md" loading={create.isPending}>
              Start application
            </Button>
          </div>
        </form>
      )}
    </div>
  );
}
