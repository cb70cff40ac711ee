import type { CallError } from '../../kit/CallError.ts';
import { Button } from '@mantine/core';
import { Link, useNavigate, useRouterState } from '@tanstack/react-router';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { routes } from '../../app/routes.ts';
import { RowsSkeleton } from '../../kit/Skeleton.tsx';
import { toast } from '../../kit/toast.ts';
import { useAction } from '../../kit/useAction.ts';
import classes from './Applying.module.css';
import { LoanStep } from './LoanStep.tsx';
import {
  asRequest,
  EMPTY_LOAN,
  stepErrors,
  stepOf,
  STEPS,
  type NewLoan,
  type Step,
} from './newLoan.ts';
import { PeopleStep } from './PeopleStep.tsx';
import { Plan } from './Plan.tsx';
import { useUser } from '../identity/useUser.ts';

const NOTHING = 'Nothing is asked for yet; it comes with the borrower, or by hand.';
const ORDER = Object.keys(STEPS) as Step[];

/** idle, loading, success or error [R228]. */
const STATES = { idle: 'idle', pending: 'loading', success: 'success', error: 'error' } as const;

function useCreating(onRefused: (errors: Record<string, string>) => void) {
  const onFailure = ({ fieldErrors }: CallError) => {
    onRefused(fieldErrors);
    // Said at the top of the wizard, where it stays.
    return true;
  };
  return {
    preview: useAction('createFromTemplate', { onFailure }),
    create: useAction('createFromTemplate', { onFailure }),
  };
}

/** The step is in the address: the browser's Back goes back by one, and what was typed stays. */
function useStep(loan: NewLoan) {
  const navigate = useNavigate();
  const hash = useRouterState({ select: ({ location }) => location.hash });
  const asked = Math.max(0, ORDER.indexOf(hash as Step));
  // An address that is opened anew begins at the beginning: nothing is typed yet.
  const unfinished = ORDER.findIndex((step) => Object.keys(stepErrors(step, loan)).length > 0);
  const step = ORDER[unfinished < 0 ? asked : Math.min(asked, unfinished)]!;
  const show = (to: Step, replace = false) =>
    void navigate({ to: '.', hash: to === ORDER[0] ? '' : to, replace });
  return { step, show };
}

function Steps({ at }: { at: Step }) {
  const now = ORDER.indexOf(at);
  return (
    <ol className={classes.steps}>
      {ORDER.map((step, index) => (
        <li
          key={step}
          {...(index < now && { 'data-done': '' })}
          {...(index === now && { 'aria-current': 'step' as const })}
        >
          {index + 1}. {STEPS[step]}
        </li>
      ))}
    </ol>
  );
}

export function CreateLoanPage() {
  const user = useUser();
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  const [loan, setLoan] = useState<NewLoan>(EMPTY_LOAN);
  const { step, show } = useStep(loan);
  const shown = useRef(step);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const { preview, create } = useCreating((found) => {
    setErrors(found);
    const [first] = Object.keys(found);
    if (first) show(stepOf(first), true);
  });
  const set = (change: Partial<NewLoan>) => setLoan((before) => ({ ...before, ...change }));

  const go = (to: Step) => {
    setErrors({});
    preview.reset();
    create.reset();
    show(to);
  };
  useEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    // Each step is a page of its own for whoever listens to it.
    form.current?.querySelector<HTMLElement>('h2')?.focus();
    if (step === 'review') preview.mutate({ body: { ...asRequest(loan), dryRun: true } });
  }, [step, loan, preview]);
  const forward = () => {
    const found = stepErrors(step, loan);
    setErrors(found);
    const [first] = Object.keys(found);
    if (first) form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
    else go(ORDER[ORDER.indexOf(step) + 1]!);
  };
  const make = () =>
    create.mutate(
      { body: asRequest(loan) },
      {
        onSuccess: ({ loanId }) => {
          toast.success(`${loan.name.trim()} is created`);
          if (loanId) void navigate({ to: routes.loan, params: { loanId } });
        },
      },
    );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (step !== 'review') forward();
    else if (preview.data) make();
  };
  const failed = (create.error ?? preview.error) as CallError | null;
  return (
    <div className={classes.page}>
      <h1 className={classes.title}>New loan</h1>
      <Steps at={step} />
      <form
        ref={form}
        className={classes.card}
        onSubmit={submit}
        noValidate
        data-state={STATES[create.status]}
        aria-busy={create.isPending}
      >
        {failed && (
          <p className={classes.problem} role="alert">
            {failed.message}
          </p>
        )}
        {step === 'loan' && <LoanStep loan={loan} set={set} errors={errors} />}
        {step === 'people' && (
          <PeopleStep
            loan={loan}
            set={set}
            errors={errors}
            companyId={user.company?.id ?? ''}
            me={user.id}
          />
        )}
        {step === 'review' && (
          <>
            <h2 className={classes.heading} tabIndex={-1}>
              {loan.name} begins with this
            </h2>
            {preview.data ? (
              <Plan plan={preview.data} empty={NOTHING} />
            ) : (
              preview.isPending && <RowsSkeleton label="Working out what is asked for" />
            )}
          </>
        )}
        <div className={classes.actions}>
          <Button
            type="submit"
            loading={create.isPending}
            disabled={step === 'review' && !preview.data}
          >
            {step === 'review' ? 'Create loan' : 'Continue'}
          </Button>
          {step === 'loan' ? (
            <Button variant="default" component={Link} to={routes.home}>
              Cancel
            </Button>
          ) : (
            <Button
              variant="default"
              disabled={create.isPending}
              onClick={() => go(ORDER[ORDER.indexOf(step) - 1]!)}
            >
              Back
            </Button>
          )}
        </div>
      </form>
    </div>
  );
}
