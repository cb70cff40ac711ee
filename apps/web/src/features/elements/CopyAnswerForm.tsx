import '@mantine/core/styles/Combobox.layer.css';
import type { Element } from '@cairn/contract';
import { MultiSelect, Text } from '@mantine/core';
import { toast } from '../../lib/toast.ts';
import { useCallForm } from '../../lib/useCallForm.ts';
import { DialogActions } from '../../ui/DialogActions.tsx';
import { Form } from '../../ui/Form.tsx';
import { everyFolder, type Folder, pathName } from './packageTree.ts';

interface CopyAnswerFormProps {
  chosen: readonly Element[];
  root: Folder;
  onClose: () => void;
  onDone: () => void;
}

/**
 * Whether the answer of `source` can be copied to `target`: both ask for a file, or both ask the same type of question.
 */
const fits = (source: Element, target: Element): boolean =>
  target.id === target.elementId &&
  target.id !== source.elementId &&
  target.questionType === source.questionType &&
  target.abilities.answer;

export function CopyAnswerForm({ chosen, root, onClose, onDone }: CopyAnswerFormProps) {
  const [source] = chosen;
  const form = useCallForm('copyAnswer', {
    mode: 'controlled',
    initialValues: { targetIds: [] as string[] },
    request: ({ targetIds }) => ({
      body: { loanId: source!.loanId, elementId: source!.elementId, targetIds },
    }),
    onSuccess: ({ targetIds: { length } }) => {
      toast.success(`Answer copied to ${length === 1 ? '1 request' : `${length} requests`}`);
      onDone();
    },
  });
  const { targetIds } = form.values;
  const data = everyFolder(root).flatMap((folder) =>
    folder.files
      .filter((file) => fits(source!, file))
      .map(({ id, title, answer }) => ({
        value: id,
        label: `${pathName(folder)} / ${title}${answer ? ' (replaces its answer)' : ''}`,
      })),
  );
  return (
    <Form
      form={form}
      actions={
        <DialogActions
          label="Copy answer"
          disabled={targetIds.length === 0}
          busy={form.busy}
          onClose={onClose}
        />
      }
    >
      <Text c="var(--ink-2)">Other requests get the same answer. Each is reviewed by itself.</Text>
      <MultiSelect
        label="Requests"
        placeholder="Search by name"
        searchable
        data-autofocus
        data={data}
        value={targetIds}
        maxDropdownHeight={260}
        nothingFoundMessage="No matching requests"
        onChange={(ids) => form.setValues({ targetIds: ids })}
      />
    </Form>
  );
}
