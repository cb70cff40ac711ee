import type { Element, Person } from '@cairn/contract';
import { Button, NativeSelect, Select } from '@mantine/core';
import { type FormEvent, useDeferredValue, useState } from 'react';
import { personName } from '../../format/names.ts';
import { toast } from '../../kit/toast.ts';
import { useAction } from '../../kit/useAction.ts';
import { useCall } from '../../kit/useCall.ts';
import classes from './ItemDialogs.module.css';

interface ShareFormProps {
  chosen: readonly Element[];
  people: readonly Person[];
  onClose: () => void;
  onDone: () => void;
}

/** Loans that the caller sees, by a part of their name; this one is not another. */
function useLoans(typed: string, loanId: string) {
  const q = useDeferredValue(typed);
  const { data } = useCall('quickSearch', { query: { q } }, { enabled: q.trim().length > 1 });
  return (data?.results ?? [])
    .filter((found) => found.kind === 'LOAN' && found.id !== loanId)
    .map(({ id, title }) => ({ value: id, label: title }));
}

/** Shown on another loan of the lender, or to one person of this one; what is hidden stays hidden. */
export function ShareForm({ chosen, people, onClose, onDone }: ShareFormProps) {
  const [whom, setWith] = useState<'person' | 'loan'>('person');
  const [target, setTarget] = useState<string | null>(null);
  const [typed, setTyped] = useState('');
  const loanId = chosen[0]?.loanId ?? '';
  const loans = useLoans(typed, loanId);
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
      <Select
        key={whom}
        label={whom === 'person' ? 'Person' : 'Loan'}
        placeholder="Type a part of the name"
        searchable
        data-autofocus
        data={whom === 'person' ? persons : loans}
        value={target}
        onChange={setTarget}
        {...(whom === 'loan' && { onSearchChange: setTyped, filter: ({ options }) => options })}
      />
      <div className={classes.actions}>
        <Button variant="subtle" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" disabled={target === null} loading={share.isPending}>
          Share
        </Button>
      </div>
    </form>
  );
}
