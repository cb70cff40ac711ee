import type { ShoeboxItem } from '@cairn/contract';
import { TextInput } from '@mantine/core';
import { useForm } from '../../lib/useForm.ts';
import { FormDialog } from '../../ui/FormDialog.tsx';

interface RenameProps {
  item: ShoeboxItem;
  onRename: (title: string) => void;
  onClose: () => void;
}

/** Changes the name in the shoebox. The file itself keeps its name. */
export default function RenameDialog({ item, onRename, onClose }: RenameProps) {
  const form = useForm({
    mode: 'controlled',
    initialValues: { title: item.title },
    onSubmit: ({ title }) => onRename(title),
  });
  return (
    <FormDialog
      title="Rename"
      form={form}
      submit="Save"
      disabled={form.values.title.trim() === ''}
      onClose={onClose}
    >
      <TextInput {...form.field('title')} data-autofocus label="Name" maxLength={255} />
    </FormDialog>
  );
}
