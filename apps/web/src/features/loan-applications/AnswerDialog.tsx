import type { LoanApplication } from '@cairn/contract';
import { NativeSelect } from '@mantine/core';
import type { ComponentProps } from 'react';
import { personName } from '../../lib/format/names.ts';
import { LongField } from '../../ui/Field.tsx';
import { toast } from '../../lib/toast.ts';
import { useCall } from '../../lib/useCall.ts';
import { useCallForm } from '../../lib/useCallForm.ts';
import { FormDialog } from '../../ui/FormDialog.tsx';

interface AnswerDialogProps {
  application: LoanApplication;
  decision: 'ACCEPTED' | 'REJECTED';
  onClose: () => void;
}

const WORDS = {
  ACCEPTED: {
    title: 'Accept this application?',
    text: 'The loan moves to origination, and the applicants get an email. This is not a loan approval.',
    message: 'Message (optional)',
    button: 'Accept',
  },
  REJECTED: {
    title: 'Decline this application?',
    text: 'The applicants get an email with your reason. You can find the application under Rejected.',
    message: 'Reason',
    button: 'Decline',
  },
};

interface AssignToProps extends ComponentProps<typeof NativeSelect> {
  companyId: string;
}

function AssignTo({ companyId, ...select }: AssignToProps) {
  const { data } = useCall('listEmployees', { params: { companyId } });
  const employees = (data?.employees ?? [])
    .filter(({ status }) => status === 'ACTIVE')
    .map((each) => ({ value: each.id, label: personName(each) }));
  return (
    <NativeSelect
      {...select}
      label="Assign to"
      data={[{ value: '', label: 'Unassigned' }, ...employees]}
    />
  );
}

/** Confirms the lender's decision and says what follows from it. */
export default function AnswerDialog({ application, decision, onClose }: AnswerDialogProps) {
  const words = WORDS[decision];
  const form = useCallForm('finishReview', {
    initialValues: { message: '', lenderUserId: '' },
    optional: ['message', 'lenderUserId'],
    request: ({ message, lenderUserId }) => ({
      params: { loanId: application.loanId },
      body: { decision, ...(message && { message }), ...(lenderUserId && { lenderUserId }) },
    }),
    onSuccess: () => {
      toast.success(decision === 'ACCEPTED' ? 'Accepted' : 'Declined');
      onClose();
    },
  });
  return (
    <FormDialog
      title={words.title}
      lead={words.text}
      form={form}
      submit={words.button}
      danger={decision === 'REJECTED'}
      size={480}
      onClose={onClose}
    >
      <LongField {...form.field('message')} label={words.message} data-autofocus minRows={3} />
      {decision === 'ACCEPTED' && (
        <AssignTo companyId={application.lenderId} {...form.field('lenderUserId')} />
      )}
    </FormDialog>
  );
}
