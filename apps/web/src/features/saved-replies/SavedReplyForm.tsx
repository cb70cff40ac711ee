import type { SavedReply } from '@cairn/contract';
import { SAVED_REPLY_MAX, SAVED_REPLY_TITLE_MAX } from '@cairn/contract/constants';
import { Textarea, TextInput } from '@mantine/core';
import { announce } from '../../lib/announce.ts';
import { useCallForm } from '../../lib/useCallForm.ts';
import { FormDialog } from '../../ui/FormDialog.tsx';

interface SavedReplyFormProps {
  companyId: string;
  /** Undefined for a new reply. */
  reply: SavedReply | undefined;
  onClose: () => void;
}

function useReplyForm({ companyId, reply, onClose }: SavedReplyFormProps) {
  const shared = {
    initialValues: { title: reply?.title ?? '', body: reply?.body ?? '' },
    rules: async () =>
      (await import('@cairn/contract/saved-replies')).savedReplies.createSavedReply.body,
    onSuccess: ({ title }: { title: string }) => {
      announce(`${title} saved`);
      onClose();
    },
  };
  const creation = useCallForm('createSavedReply', {
    ...shared,
    request: (body) => ({ params: { companyId }, body }),
  });
  const change = useCallForm('updateSavedReply', {
    ...shared,
    request: (body) => ({ params: { companyId, id: reply?.id ?? '' }, body }),
  });
  return reply ? change : creation;
}

export function SavedReplyForm(props: SavedReplyFormProps) {
  const { reply, onClose } = props;
  const form = useReplyForm(props);
  return (
    <FormDialog
      title={reply ? 'Edit saved reply' : 'New saved reply'}
      lead="Everyone at your company can insert it into a message and change it there before sending."
      form={form}
      submit="Save reply"
      size={520}
      onClose={onClose}
    >
      <TextInput
        label="Title"
        description="Only your team sees it."
        data-autofocus
        maxLength={SAVED_REPLY_TITLE_MAX}
        {...form.field('title')}
      />
      <Textarea
        label="Text"
        description="Begin a line with a dash to make a list."
        minRows={5}
        maxRows={14}
        maxLength={SAVED_REPLY_MAX}
        {...form.field('body')}
      />
    </FormDialog>
  );
}
