import { OFFICE_FILE_CODES, OFFICE_FILES, type OfficeFile } from '@cairn/contract/file-terms';
import { Select, TextInput } from '@mantine/core';
import { toast } from '../../lib/toast.ts';
import { useCallForm } from '../../lib/useCallForm.ts';
import { FormDialog } from '../../ui/FormDialog.tsx';
import type { Folder } from './packageTree.ts';

interface NewDocumentDialogProps {
  folder: Folder;
  onClose: () => void;
}

const TYPES = OFFICE_FILE_CODES.map((value) => ({ value, label: OFFICE_FILES[value] }));

const VISIBLE_TO = [
  { value: 'LENDER', label: 'Lender only' },
  { value: 'EVERYONE', label: 'Everyone on the loan' },
];
const INITIAL: { title: string; type: OfficeFile; visibleTo: string } = {
  title: '',
  type: 'DOCX',
  visibleTo: 'LENDER',
};

/** Creates an empty office document for the lender's own writing, such as a credit memo or a spreadsheet. */
export default function NewDocumentDialog({ folder, onClose }: NewDocumentDialogProps) {
  const { id: parentId, loanId, title: folderTitle } = folder.element;
  const form = useCallForm('createOfficeDocument', {
    mode: 'controlled',
    initialValues: INITIAL,
    request: ({ title, type, visibleTo }) => ({
      body: { loanId, parentId, title, type, hidden: visibleTo === 'LENDER' },
    }),
    onSuccess: ({ title }) => {
      toast.success(`${title} created`);
      onClose();
    },
  });
  return (
    <FormDialog
      title="New document"
      lead={`In ${folderTitle}`}
      form={form}
      submit="Create document"
      disabled={form.values.title.trim() === ''}
      onClose={onClose}
    >
      <TextInput {...form.field('title')} label="Name" required maxLength={255} data-autofocus />
      <Select {...form.field('type')} label="Type" data={TYPES} allowDeselect={false} />
      <Select
        {...form.field('visibleTo')}
        label="Visible to"
        data={VISIBLE_TO}
        allowDeselect={false}
      />
    </FormDialog>
  );
}
