import type { Application } from '@cairn/contract';
import type { CallError } from '../../lib/CallError.ts';
import { Box, Button, Flex, Group } from '@mantine/core';
import { Link, useNavigate, useRouterState } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { forgetLoanDraft, keepLoanDraft } from '../../lib/loanDraft.ts';
import { routes } from '../../lib/routes.ts';
import { RowsSkeleton } from '../../ui/Skeleton.tsx';
import { toast } from '../../lib/toast.ts';
import { useAction } from '../../lib/useAction.ts';
import { isShownInForm, useForm } from '../../lib/useForm.ts';
import { Form } from '../../ui/Form.tsx';
import { Card } from '../../ui/Card.tsx';
import { PageTitle } from '../../ui/Page.tsx';
import classes from '../needs-list/NeedsList.module.css';
import { LoanStep } from './LoanStep.tsx';
import {
  asRequest,
  loadDraft,
  stepErrors,
  stepOf,
  STEPS,
  type LoanDraft,
  type NewLoan,
  type Step,
} from './newLoan.ts';
import { PeopleStep } from './PeopleStep.tsx';
import { adjust, adjustmentsToSend, type Adjustments } from '../needs-list/adjustments.ts';
import { Plan } from '../needs-list/Plan.tsx';
import { useUser } from '../../lib/useUser.ts';

const NOTHING =
  'No documents requested yet. They depend on the borrower, or you can request them yourself.';
const ORDER = Object.keys(STEPS) as Step[];

/** Maps the mutation state to the states that the specification names: idle, loading, success or error [R228]. */
const STATES = { idle: 'idle', pending: 'loading', success: 'success', error: 'error' } as const;

/**
 * The step is in the URL hash, so the browser's Back button returns to the previous step and keeps the entered values.
 */
function useStep(loan: NewLoan) {
  const navigate = useNavigate();
  const hash = useRouterState({ select: ({ location }) => location.hash });
  const requestedStep = Math.max(0, ORDER.indexOf(hash as Step));
  // An incomplete step cannot be skipped, so a URL that is opened without a draft starts at the first step.
  const unfinished = ORDER.findIndex((step) => Object.keys(stepErrors(step, loan)).length > 0);
  const step = ORDER[unfinished < 0 ? requestedStep : Math.min(requestedStep, unfinished)]!;
  const show = (to: Step, replace = false) =>
    void navigate({ to: '.', hash: to === ORDER[0] ? '' : to, replace });
  return { step, show };
}

function Steps({ at }: { at: Step }) {
  const now = ORDER.indexOf(at);
  return (
    <Flex component="ol" gap="s6" mt="md" mb="s20" className={classes.steps ?? ''}>
      {ORDER.map((step, index) => (
        <li
          key={step}
          {...(index < now && { 'data-done': '' })}
          {...(index === now && { 'aria-current': 'step' as const })}
        >
          {index + 1}. {STEPS[step]}
        </li>
      ))}
    </Flex>
  );
}

export function CreateLoanPage() {
  const user = useUser();
  const navigate = useNavigate();
  const page = useRef<HTMLDivElement>(null);
  const [draft] = useState(() => loadDraft(user.id));
  const [adjustments, setAdjustments] = useState<Adjustments>(draft.adjustments);
  const form = useForm({
    mode: 'controlled',
    initialValues: draft.loan,
    optional: 'all',
    validate: (loan) => stepErrors(step, loan),
    fieldOf: (path) => path.replace(/^borrowers\./, 'invited.'),
    onSubmit: (loan) => {
      if (step !== 'review') go(ORDER[ORDER.indexOf(step) + 1]!);
      else if (preview.data) return make(loan, preview.data);
      return undefined;
    },
  });
  const { values: loan, setValues: set, errors } = form;
  const { step, show } = useStep(loan);
  useEffect(
    () => keepLoanDraft(user.id, { loan, adjustments } satisfies LoanDraft),
    [user.id, loan, adjustments],
  );
  // After a reload, the page can open at a later step, so that step also gets the focus and loads its preview.
  const shownStep = useRef<Step>('loan');
  const onFailure = (error: CallError): boolean => {
    // CONFLICT means that the requested documents have changed since the preview, so the preview is loaded again.
    if (error.code === 'CONFLICT') preview.mutate({ body: { ...asRequest(loan), dryRun: true } });
    if (!isShownInForm(error)) return false;
    form.showFailure(error);
    const [first] = Object.keys(error.fieldErrors);
    if (first) show(stepOf(first), true);
    return true;
  };
  const preview = useAction('createFromTemplate', { onFailure });
  const create = useAction('createFromTemplate', { onFailure });

  const go = (to: Step) => {
    preview.reset();
    create.reset();
    show(to);
  };
  useEffect(() => {
    if (shownStep.current === step) return;
    shownStep.current = step;
    // Moving the focus to the heading makes screen readers announce the step.
    page.current?.querySelector<HTMLElement>('h2')?.focus();
    if (step === 'review') preview.mutate({ body: { ...asRequest(loan), dryRun: true } });
  }, [step, loan, preview]);
  const make = async (newLoan: NewLoan, { added }: Application) => {
    const body = { ...asRequest(newLoan), ...adjustmentsToSend(adjustments, added) };
    const { loanId } = await create.mutateAsync({ body });
    forgetLoanDraft();
    toast.success(`${newLoan.name} created`);
    if (loanId) void navigate({ to: routes.loan, params: { loanId } });
  };
  return (
    <Box
      ref={page}
      maw={860}
      px={{ base: 'var(--layout-mobileGutter)', wide: 'var(--layout-gutter)' }}
      pt={{ base: 20, wide: 28 }}
      pb={{ base: 'xl', wide: 48 }}
    >
      <Box mt="s2" mb="s4">
        <PageTitle>New loan</PageTitle>
      </Box>
      <Steps at={step} />
      <Card>
        <Form
          form={form}
          data-state={STATES[create.status]}
          aria-busy={create.isPending}
          actions={
            <Group align="stretch" wrap="nowrap" gap="xs">
              <Button
                type="submit"
                loading={create.isPending}
                disabled={step === 'review' && !preview.data}
              >
                {step === 'review' ? 'Create loan' : 'Continue'}
              </Button>
              {step === 'loan' ? (
                <Button
                  variant="default"
                  component={Link}
                  to={routes.home}
                  onClick={forgetLoanDraft}
                >
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
            </Group>
          }
        >
          {/* Groups the fields in one block because the headings bring their own margins. */}
          <div>
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
                  Initial checklist
                </h2>
                {preview.data ? (
                  <Plan
                    plan={preview.data}
                    empty={NOTHING}
                    adjusting={{
                      adjustments,
                      onAdjust: (request, changed) =>
                        setAdjustments((now) => adjust(now, request, changed)),
                    }}
                  />
                ) : (
                  preview.isPending && <RowsSkeleton label="Preparing the checklist" />
                )}
              </>
            )}
          </div>
        </Form>
      </Card>
    </Box>
  );
}
