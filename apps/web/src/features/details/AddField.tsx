import type { LoanDetails } from '@cairn/contract';
import { DETAIL_TYPE_CODES, DETAIL_TYPES, type DetailType } from '@cairn/contract/detail-fields';
import { Modal, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { DialogActions } from '../../kit/DialogActions.tsx';
import { toast } from '../../kit/toast.ts';
import { useAction } from '../../kit/useAction.ts';
import classes from './DetailsView.module.css';

interface AddFieldProps {
  loanId: string;
  groups: LoanDetails['groups'];
  onClose: () => void;
}

const linesOf = (text: string): string[] => [
  ...new Set(
    text
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean),
  ),
];

/** A field of this loan alone; those that every loan has are the company's. */
export default function AddField({ loanId, groups, onClose }: AddFieldProps) {
  const [name, setName] = useState('');
  const [type, setType] = useState<DetailType>('TEXT');
  const [groupId, setGroupId] = useState('');
  const [choices, setChoices] = useState('');
  const add = useAction('addLoanDetails');
  const given = type === 'CHOICE' ? linesOf(choices) : [];
  const ready = name.trim() !== '' && (type !== 'CHOICE' || given.length > 1);
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (!ready) return;
    const field = { name: name.trim(), type, choices: given, groupId: groupId || null };
    add.mutate(
      { params: { loanId }, body: { fields: [field], groups: [] } },
      {
        onSuccess: () => {
          toast.success(`${field.name} added`);
          onClose();
        },
      },
    );
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title="Add a field"
      size={460}
      padding={24}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <form className={classes.form} onSubmit={send}>
        <TextInput
          label="Name"
          required
          maxLength={255}
          data-autofocus
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <NativeSelect
          label="Type"
          value={type}
          onChange={(event) => setType(event.currentTarget.value as DetailType)}
          data={DETAIL_TYPE_CODES.map((code) => ({ value: code, label: DETAIL_TYPES[code] }))}
        />
        {type === 'CHOICE' && (
          <Textarea
            label="Choices, one on each line"
            required
            autosize
            minRows={3}
            maxRows={10}
            value={choices}
            onChange={(event) => setChoices(event.currentTarget.value)}
          />
        )}
        {groups.length > 0 && (
          <NativeSelect
            label="Group"
            value={groupId}
            onChange={(event) => setGroupId(event.currentTarget.value)}
            data={[
              { value: '', label: 'None' },
              ...groups.map((group) => ({ value: group.id, label: group.name })),
            ]}
          />
        )}
        <DialogActions
          label="Add the field"
          disabled={!ready}
          busy={add.isPending}
          onClose={onClose}
        />
      </form>
    </Modal>
  );
}
