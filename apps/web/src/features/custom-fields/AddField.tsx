import type { LoanDetails } from '@cairn/contract';
import {
  DETAIL_TYPE_CODES,
  DETAIL_TYPES,
  type DetailType,
} from '@cairn/contract/custom-field-terms';
import { NativeSelect, TextInput, Textarea } from '@mantine/core';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { toast } from '../../lib/toast.ts';
import { useCallForm } from '../../lib/useCallForm.ts';

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

const choicesFor = (type: DetailType, text: string): string[] =>
  type === 'CHOICE' ? linesOf(text) : [];

const NEW_FIELD: Record<'name' | 'groupId' | 'choices', string> & { type: DetailType } = {
  name: '',
  type: 'TEXT',
  groupId: '',
  choices: '',
};

/** Adds a field to this loan only. Fields of all loans are defined in the company's template. */
export default function AddField({ loanId, groups, onClose }: AddFieldProps) {
  const form = useCallForm('addLoanDetails', {
    mode: 'controlled',
    initialValues: NEW_FIELD,
    optional: ['groupId', 'choices'],
    request: ({ name, type, choices, groupId }) => {
      const field = { name, type, choices: choicesFor(type, choices), groupId: groupId || null };
      return { params: { loanId }, body: { fields: [field], groups: [] } };
    },
    onSuccess: ({ name }) => {
      toast.success(`${name} added`);
      onClose();
    },
  });
  const { name, type, choices } = form.values;
  const isReady = name.trim() !== '' && (type !== 'CHOICE' || choicesFor(type, choices).length > 1);
  return (
    <FormDialog
      title="Add a field"
      form={form}
      submit="Add field"
      disabled={!isReady}
      size={460}
      onClose={onClose}
    >
      <TextInput label="Name" required maxLength={255} data-autofocus {...form.field('name')} />
      <NativeSelect
        label="Type"
        {...form.field('type')}
        data={DETAIL_TYPE_CODES.map((code) => ({ value: code, label: DETAIL_TYPES[code] }))}
      />
      {type === 'CHOICE' && (
        <Textarea
          label="Choices, one per line"
          required
          minRows={3}
          maxRows={10}
          {...form.field('choices')}
        />
      )}
      {groups.length > 0 && (
        <NativeSelect
          label="Group"
          {...form.field('groupId')}
          data={[
            { value: '', label: 'None' },
            ...groups.map((group) => ({ value: group.id, label: group.name })),
          ]}
        />
      )}
    </FormDialog>
  );
}
