import type { Element, Person } from '@cairn/contract';
import { NativeSelect, Select } from '@mantine/core';
import { personName } from '../../lib/format/names.ts';
import { DialogActions } from '../../ui/DialogActions.tsx';
import { toast } from '../../lib/toast.ts';
import { useCallForm } from '../../lib/useCallForm.ts';
import { Form } from '../../ui/Form.tsx';
import { LoanSelect } from './LoanSelect.tsx';

interface ShareFormProps {
  chosen: readonly Element[];
  people: readonly Person[];
  onClose: () => void;
  onDone: () => void;
}

interface Target {
  whom: 'person' | 'loan';
  target: string | null;
}
const NOT_CHOSEN: Target = { whom: 'person', target: null };

/** Shares elements with another loan of the lender or with one member of this loan. Hidden elements stay hidden. */
export function ShareForm({ chosen, people, onClose, onDone }: ShareFormProps) {
  const loanId = chosen[0]?.loanId ?? '';
  const shared = chosen.filter(({ abilities }) => abilities.edit);
  const form = useCallForm('shareElements', {
    mode: 'controlled',
    initialValues: NOT_CHOSEN,
    request: ({ whom, target }) => ({
      body: {
        loanId,
        shares: shared.map(({ elementId }) =>
          whom === 'person' ? { elementId, userId: target! } : { elementId, targetLoanId: target! },
        ),
      },
    }),
    onSuccess: () => {
      toast.success(shared.length === 1 ? 'Shared' : `${shared.length} items shared`);
      onDone();
    },
  });
  const { whom, target } = form.values;
  const setTarget = (next: string | null) => form.setField('target', next);
  const persons = people.map((person) => ({ value: person.id, label: personName(person) }));
  return (
    <Form
      form={form}
      actions={
        <DialogActions
          label="Share"
          disabled={target === null}
          busy={form.busy}
          onClose={onClose}
        />
      }
    >
      <NativeSelect
        label="With"
        data={[
          { value: 'person', label: 'A person on this loan' },
          { value: 'loan', label: 'Another loan' },
        ]}
        value={whom}
        onChange={(event) =>
          form.setValues({ whom: event.currentTarget.value as Target['whom'], target: null })
        }
      />
      {whom === 'loan' ? (
        <LoanSelect but={loanId} value={target} onChange={setTarget} />
      ) : (
        <Select
          label="Person"
          placeholder="Search by name"
          searchable
          data-autofocus
          data={persons}
          value={target}
          onChange={setTarget}
        />
      )}
    </Form>
  );
}
