import type { LoanApplication } from '@cairn/contract';
import { Button, Modal, NativeSelect } from '@mantine/core';
import { clsx } from 'clsx';
import { type FormEvent, useState } from 'react';
import { personName } from '../../format/names.ts';
import { fieldClasses, LongField } from '../../kit/Field.tsx';
import { toast } from '../../kit/toast.ts';
import { useAction } from '../../kit/useAction.ts';
import { useCall } from '../../kit/useCall.ts';
import classes from './Applications.module.css';
import { useFieldErrors } from '../entities/useFieldErrors.ts';

interface AnswerDialogProps {
  application: LoanApplication;
  decision: 'ACCEPTED' | 'REJECTED';
  onClose: () => void;
}

const WORDS = {
  ACCEPTED: {
    title: 'Accept this application?',
    text: 'The loan moves to origination, and the people who applied get a mail.',
    message: 'Message to them, if you like',
    button: 'Accept',
  },
  REJECTED: {
    title: 'Not accept this application?',
    text: 'The people who applied get a mail with your reason. It stays in the list of rejected ones.',
    message: 'Reason',
    button: 'Do not accept',
  },
};

function Referring({
  companyId,
  ...props
}: {
  companyId: string;
  value: string;
  onChange: (id: string) => void;
}) {
  const { data } = useCall('listEmployees', { params: { companyId } });
  const employees = (data?.employees ?? [])
    .filter(({ status }) => status === 'ACTIVE')
    .map((each) => ({ value: each.id, label: personName(each) }));
  return (
    <NativeSelect
      label="Who takes it further"
      classNames={fieldClasses}
      data={[{ value: '', label: 'Not decided' }, ...employees]}
      value={props.value}
      onChange={(event) => props.onChange(event.currentTarget.value)}
    />
  );
}

/** Says what follows from the answer before it is given. */
export default function AnswerDialog({ application, decision, onClose }: AnswerDialogProps) {
  const words = WORDS[decision];
  const { errors, onFailure } = useFieldErrors();
  const [message, setMessage] = useState('');
  const [lenderUserId, setReferred] = useState('');
  const finish = useAction('finishReview', { onFailure });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    finish.mutate(
      {
        params: { loanId: application.loanId },
        body: {
          decision,
          ...(message.trim() && { message: message.trim() }),
          ...(lenderUserId && { lenderUserId }),
        },
      },
      {
        onSuccess: () => {
          toast.success(decision === 'ACCEPTED' ? 'Accepted' : 'Answered');
          onClose();
        },
      },
    );
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={words.title}
      size={480}
      padding={24}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <form onSubmit={submit} noValidate>
        <p className={clsx(classes.text, classes.followed)}>{words.text}</p>
        <LongField
          label={words.message}
          name="message"
          data-autofocus
          autosize
          minRows={3}
          value={message}
          onChange={(event) => setMessage(event.currentTarget.value)}
          error={errors['message']}
        />
        {decision === 'ACCEPTED' && (
          <div className={classes.spaced}>
            <Referring
              companyId={application.lenderId}
              value={lenderUserId}
              onChange={setReferred}
            />
          </div>
        )}
        <div className={classes.actions}>
          <Button variant="subtle" onClick={onClose}>
            Cancel
          </Button>
          <Button
            type="submit"
            loading={finish.isPending}
            {...(decision === 'REJECTED' && { className: classes.danger ?? '' })}
          >
            {words.button}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
