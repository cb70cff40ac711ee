import type { Element } from '@cairn/contract';
import { NativeSelect, Select, Text } from '@mantine/core';
import { DialogActions } from '../../ui/DialogActions.tsx';
import { toast } from '../../lib/toast.ts';
import { useAction } from '../../lib/useAction.ts';
import { isShownInForm, useForm } from '../../lib/useForm.ts';
import { Form } from '../../ui/Form.tsx';
import { LoanSelect } from './LoanSelect.tsx';
import { everyFolder, type Folder, pathName } from './packageTree.ts';
import { countWords, isCopyable } from './useElementActions.ts';

interface CopyFormProps {
  chosen: readonly Element[];
  root: Folder;
  onClose: () => void;
  onDone: () => void;
}

type Where = 'beside' | 'folder' | 'loan';
interface Target {
  where: Where;
  target: string | null;
}
const PLACES = [
  { value: 'beside', label: 'Next to the original' },
  { value: 'folder', label: 'Another folder' },
  { value: 'loan', label: 'Another loan' },
];

/** Copies requests without their answers: next to the original, to another folder, or to another loan of the lender. */
export function CopyForm({ chosen, root, onClose, onDone }: CopyFormProps) {
  const duplicate = useAction('duplicateElements', { onFailure: isShownInForm });
  const copy = useAction('copyElements', { onFailure: isShownInForm });
  const { loanId } = root.element;
  const copied = chosen.filter(isCopyable);
  const sourceIds = copied.map(({ id }) => id);
  const form = useForm<Target>({
    mode: 'controlled',
    initialValues: { where: 'beside', target: null },
    optional: 'all',
    onSubmit: async ({ where, target }) => {
      if (where === 'beside') await duplicate.mutateAsync({ body: { loanId, sourceIds } });
      else {
        const to = where === 'loan' ? { loanId: target! } : { loanId, parentId: target! };
        await copy.mutateAsync({ body: { ...to, sourceIds } });
      }
      toast.success(`${countWords(copied)}: copied`);
      onDone();
    },
  });
  const { where, target } = form.values;
  const setTarget = (next: string | null) => form.setField('target', next);
  return (
    <Form
      form={form}
      actions={
        <DialogActions
          label="Copy"
          disabled={where !== 'beside' && target === null}
          busy={form.busy}
          onClose={onClose}
        />
      }
    >
      <Text c="var(--ink-2)">Creates a copy of the request without its answer.</Text>
      <NativeSelect
        label="To"
        data-autofocus
        data={PLACES}
        value={where}
        onChange={(event) =>
          form.setValues({ where: event.currentTarget.value as Where, target: null })
        }
      />
      {where === 'folder' && (
        <Select
          label="Folder"
          placeholder="Search by name"
          searchable
          data={everyFolder(root).map((folder) => ({
            value: folder.element.id,
            label: pathName(folder),
          }))}
          value={target}
          onChange={setTarget}
          maxDropdownHeight={260}
          nothingFoundMessage="No matching folders"
        />
      )}
      {where === 'loan' && <LoanSelect but={loanId} value={target} onChange={setTarget} />}
    </Form>
  );
}
