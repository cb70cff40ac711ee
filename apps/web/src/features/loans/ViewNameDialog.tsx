import '@mantine/core/styles/Group.layer.css';
import type { LoanView } from '@cairn/contract';
import { announce } from '../../lib/announce.ts';
import { Field } from '../../ui/Field.tsx';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { useAction } from '../../lib/useAction.ts';
import { isShownInForm, useForm } from '../../lib/useForm.ts';

interface ViewNameDialogProps {
  /** The view to rename, or null to create one. */
  view: LoanView | null;
  /** The filters and layout that a new view saves. */
  fields: Omit<LoanView, 'id' | 'name'>;
  onClose: () => void;
}

export default function ViewNameDialog({ view, fields, onClose }: ViewNameDialogProps) {
  const create = useAction('createLoanView', { onFailure: isShownInForm });
  const rename = useAction('updateLoanView', { onFailure: isShownInForm });
  const form = useForm({
    initialValues: { name: view?.name ?? '' },
    onSubmit: async ({ name }) => {
      if (view) await rename.mutateAsync({ params: { id: view.id }, body: { name } });
      else await create.mutateAsync({ body: { ...fields, name } });
      announce(`View ${name} saved`);
      onClose();
    },
  });
  return (
    <FormDialog
      title={view ? 'Rename the view' : 'Save this view'}
      form={form}
      submit="Save"
      onClose={onClose}
    >
      <Field
        {...form.field('name')}
        label="Name"
        description="Only you see it, in every browser you use."
        maxLength={255}
        data-autofocus
      />
    </FormDialog>
  );
}
