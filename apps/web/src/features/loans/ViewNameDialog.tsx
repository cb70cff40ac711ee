import '@mantine/core/styles/Group.layer.css';
import type { LoanView } from '@cairn/contract';
import { Button, Group, Modal } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { announce } from '../../kit/announce.ts';
import type { CallError } from '../../kit/CallError.ts';
import { Field } from '../../kit/Field.tsx';
import { useAction } from '../../kit/useAction.ts';

interface ViewNameDialogProps {
  /** To be renamed; null for a new one. */
  view: LoanView | null;
  /** What a new one keeps. */
  kept: Omit<LoanView, 'id' | 'name'>;
  onClose: () => void;
}

/** What is wrong with the name is said under it, and nowhere else. */
function useSave({ view, kept, onClose }: ViewNameDialogProps) {
  const [error, setError] = useState<string | undefined>();
  const onFailure = (failure: CallError) => {
    const name = failure.fieldErrors['name'];
    setError(name);
    return name !== undefined;
  };
  const create = useAction('createLoanView', { onFailure });
  const rename = useAction('updateLoanView', { onFailure });
  const done = (name: string) => ({
    onSuccess: () => {
      announce(`View ${name} saved`);
      onClose();
    },
  });
  return {
    error,
    busy: create.isPending || rename.isPending,
    save: (name: string) => {
      if (name === '') setError('Required');
      else if (view) rename.mutate({ params: { id: view.id }, body: { name } }, done(name));
      else create.mutate({ body: { ...kept, name } }, done(name));
    },
  };
}

export default function ViewNameDialog(props: ViewNameDialogProps) {
  const { view, onClose } = props;
  const { error, busy, save } = useSave(props);
  const [name, setName] = useState(view?.name ?? '');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save(name.trim());
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={view ? 'Rename the view' : 'Save this view'}
      centered
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <form onSubmit={submit} noValidate>
        <Field
          name="name"
          label="Name"
          description="Only you see it, in every browser you use."
          value={name}
          maxLength={255}
          error={error}
          data-autofocus
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Group justify="flex-end" gap={8} mt={20}>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={busy}>
            Save
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
