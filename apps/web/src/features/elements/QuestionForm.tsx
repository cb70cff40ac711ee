import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/core/styles/NumberInput.layer.css';
import type { AnswerValue, Element } from '@cairn/contract';
import { Button, NumberInput, Select, TextInput, Textarea } from '@mantine/core';
import { announce } from '../../lib/announce.ts';
import { Segmented } from '../../ui/Segmented.tsx';
import { Form } from '../../ui/Form.tsx';
import { useCallForm } from '../../lib/useCallForm.ts';
import { stateOptions } from '../reference-data/options.ts';
import { useServedOptions } from '../reference-data/useServedOptions.tsx';

interface FieldProps {
  element: Element;
  value: AnswerValue | null;
  error: string | undefined;
  onChange: (value: AnswerValue | null) => void;
}

type Address = Extract<AnswerValue, object>;
const NO_ADDRESS: Address = { street: '', city: '', state: '', postalCode: '' };

function AddressFields({ value, error, onChange }: FieldProps) {
  const address = { ...NO_ADDRESS, ...(value as Address | null) };
  const changeAddress = (change: Partial<Address>) => onChange({ ...address, ...change });
  const states = useServedOptions(stateOptions, address.state);
  return (
    <>
      <TextInput
        label="Street"
        required
        value={address.street}
        error={error}
        onChange={(event) => changeAddress({ street: event.currentTarget.value })}
      />
      <TextInput
        label="City"
        required
        value={address.city}
        onChange={(event) => changeAddress({ city: event.currentTarget.value })}
      />
      <Select
        label="State"
        required
        searchable
        value={address.state || null}
        {...states}
        onChange={(state) => changeAddress({ state: state ?? '' })}
      />
      <TextInput
        label="ZIP code"
        required
        value={address.postalCode}
        onChange={(event) => changeAddress({ postalCode: event.currentTarget.value })}
      />
    </>
  );
}

/** The input for each type of question. */
function Field(props: FieldProps) {
  const { element, value, error, onChange } = props;
  const label = 'Your answer';
  const text = typeof value === 'string' ? value : '';
  switch (element.questionType) {
    case 'NUMBER':
      return (
        <NumberInput
          label={label}
          thousandSeparator=","
          value={typeof value === 'number' ? value : ''}
          error={error}
          onChange={(next) => onChange(typeof next === 'number' ? next : null)}
        />
      );
    case 'DATE':
      return (
        <TextInput
          type="date"
          label={label}
          value={text}
          error={error}
          onChange={(event) => onChange(event.currentTarget.value || null)}
        />
      );
    case 'CHOICE':
      return (
        <Select
          label={label}
          data={element.choices}
          value={text || null}
          error={error}
          onChange={onChange}
        />
      );
    case 'YES_NO':
      return (
        <Segmented
          label={label}
          options={[
            { value: 'yes', label: 'Yes' },
            { value: 'no', label: 'No' },
          ]}
          value={value === null ? '' : value === true ? 'yes' : 'no'}
          onChange={(next) => onChange(next === 'yes')}
        />
      );
    case 'ADDRESS':
      return <AddressFields {...props} />;
    default:
      return (
        <Textarea
          label={label}
          minRows={2}
          maxLength={4000}
          value={text}
          error={error}
          onChange={(event) => onChange(event.currentTarget.value || null)}
        />
      );
  }
}

const answerOf = ({ answer }: Element): { value: AnswerValue | null } => ({
  value: answer?.value ?? null,
});

/** Answers a question in place. */
export function QuestionForm({ element }: { element: Element }) {
  const form = useCallForm('answerElement', {
    mode: 'controlled',
    initialValues: answerOf(element),
    request: ({ value }) => ({
      body: { elementId: element.elementId, loanId: element.loanId, value: value! },
    }),
    onSuccess: () => announce(`${element.title}: answered`),
  });
  const { value } = form.values;
  return (
    <Form
      form={form}
      style={{ marginTop: 'var(--space-20)' }}
      actions={
        <Button type="submit" loading={form.busy} disabled={value === null}>
          Save answer
        </Button>
      }
    >
      <Field
        element={element}
        value={value}
        error={form.errors['value']}
        onChange={(next) => form.setValues({ value: next })}
      />
    </Form>
  );
}
