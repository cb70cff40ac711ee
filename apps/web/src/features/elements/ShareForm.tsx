import type { Element, Person } from '@cairn/contract';
import { NativeSelect, Select } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { personName } from '../../format/names.ts';
import { DialogActions } from '../../kit/DialogActions.tsx';
import { toast } from '../../kit/toast.ts';
import { useAction } from '../../kit/useAction.ts';
import { LoanSelect } from './LoanSelect.tsx';

interface ShareFormProps {
  chosen: readonly Element[];
  people: readonly Person[];
  onClose: () => void;
  onDone: () => void;
}

/** Shown on another loan of the lender, or to one person of this one; what is hidden stays hidden. */
export function ShareForm({ chosen, people, onClose, onDone }: ShareFormProps) {
  const [whom, setWith] = useState<'person' | 'loan'>('person');
  const [target, setTarget] = useState<string | null>(null);
  const loanId = chosen[0]?.loanId ?? '';
  const share = useAction('shareElements');
  const persons = people.map((person) => ({ value: person.id, label: personName(person) }));
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (!target) return;
    const shares = chosen
      .filter(({ abilities }) => abilities.edit)
      .map(({ elementId }) =>
        whom === 'person' ? { elementId, userId: target } : { elementId, targetLoanId: target },
      );
    share.mutate(
      { body: { loanId, shares } },
      {
        onSuccess: () => {
          toast.success(shares.length === 1 ? 'Shared' : `${shares.length} items shared`);
          onDone();
        },
      },
    );
  };
  return (
    <form onSubmit={send}>
      <NativeSelect
        label="With"
        data={[
          { value: 'person', label: 'A person on this loan' },
          { value: 'loan', label: 'Another loan' },
        ]}
        value={whom}
        onChange={(event) => {
          setWith(event.currentTarget.value as 'person' | 'loan');
          setTarget(null);
        }}
        mb={12}
      />
      {whom === 'loan' ? (
        <LoanSelect but={loanId} value={target} onChange={setTarget} />
      ) : (
        <Select
          label="Person"
          placeholder="Type a part of the name"
          searchable
          data-autofocus
          data={persons}
          value={target}
          onChange={setTarget}
        />
      )}
      <DialogActions
        label="Share"
        disabled={target === null}
        busy={share.isPending}
        onClose={onClose}
      />
    </form>
  );
}
