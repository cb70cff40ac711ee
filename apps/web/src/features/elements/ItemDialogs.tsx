import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Radio.layer.css';
/** The dialogs of a package. They are loaded when the first one is opened. */
import type { Element, Person } from '@cairn/contract';
import {
  REJECTION_CODES,
  REJECTION_REASONS,
  type RejectionCode,
} from '@cairn/contract/element-terms';
import { Modal, Radio, Select, Stack, Text, TextInput, Textarea } from '@mantine/core';
import type { KeyboardEvent } from 'react';
import { personName } from '../../lib/format/names.ts';
import { DialogActions } from '../../ui/DialogActions.tsx';
import { Form } from '../../ui/Form.tsx';
import { useCallForm } from '../../lib/useCallForm.ts';
import { useForm } from '../../lib/useForm.ts';
import type { Ask } from './BulkBar.tsx';
import { CopyAnswerForm } from './CopyAnswerForm.tsx';
import { CopyForm } from './CopyForm.tsx';
import { ShareForm } from './ShareForm.tsx';
import { everyFolder, type Folder, pathName, pathTo } from './packageTree.ts';
import { isDecidable, type ElementActions } from './useElementActions.ts';

export type Question = Ask | 'folder';

export interface ItemDialogsProps {
  question: Question | null;
  chosen: readonly Element[];
  root: Folder;
  /** The parent of a new folder. */
  folder: Folder;
  people: readonly Person[];
  actions: ElementActions;
  onClose: () => void;
  onDone: () => void;
}

interface FormProps extends ItemDialogsProps {
  title: string;
}

interface Rejection {
  code: RejectionCode | null;
  reason: string;
}
const NO_REASON: Rejection = { code: null, reason: '' };

function RejectForm({ chosen, actions, onClose, onDone }: FormProps) {
  const to = chosen.filter(isDecidable);
  const form = useForm({
    mode: 'controlled',
    initialValues: NO_REASON,
    optional: ['code'],
    onSubmit: ({ code, reason }) => {
      actions.reject(to, { code: code ?? undefined, reason });
      onDone();
    },
  });
  const { code, reason } = form.values;
  const choose = (next: RejectionCode) => {
    // Text that the user entered is not replaced.
    const untouched = reason === '' || (code && reason === REJECTION_REASONS[code].sentence);
    form.setValues({ code: next, ...(untouched && { reason: REJECTION_REASONS[next].sentence }) });
  };
  const onKeyDown = (event: KeyboardEvent<HTMLFormElement>) => {
    if ((event.metaKey || event.ctrlKey) && event.key === 'Enter') {
      event.currentTarget.requestSubmit();
      return;
    }
    const inText = event.target instanceof HTMLTextAreaElement;
    const shortcut = REJECTION_CODES[Number(event.key) - 1];
    if (!inText && shortcut) choose(shortcut);
  };
  return (
    // The number keys choose a reason wherever the focus is in the dialog, except in the note.
    <Form
      form={form}
      onKeyDown={onKeyDown}
      actions={
        <DialogActions
          label="Reject"
          danger
          disabled={reason.trim() === '' || to.length === 0}
          onClose={onClose}
        />
      }
    >
      <Text c="var(--ink-2)">The uploader will see the reason and your note.</Text>
      <Radio.Group
        value={code ?? ''}
        onChange={(value) => choose(value as RejectionCode)}
        label="Why are you rejecting it?"
      >
        <Stack gap="s10" mt="xs">
          {REJECTION_CODES.map((each, index) => (
            <Radio
              key={each}
              value={each}
              label={`${REJECTION_REASONS[each].label} (${index + 1})`}
              data-autofocus={index === 0 || undefined}
            />
          ))}
        </Stack>
      </Radio.Group>
      <Textarea
        {...form.field('reason')}
        label="Note"
        required
        minRows={3}
        maxLength={255}
        description={`${reason.length} / 255`}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
      />
    </Form>
  );
}

function MoveForm({ chosen, root, actions, onClose, onDone }: FormProps) {
  const moving = new Set(chosen.map(({ id }) => id));
  const places = everyFolder(root).filter(
    (folder) => !pathTo(folder).some(({ element }) => moving.has(element.id)),
  );
  const options = places.map((folder) => ({
    value: folder.element.id,
    label: pathName(folder),
  }));
  const form = useForm({
    mode: 'controlled',
    initialValues: { parentId: '' },
    onSubmit: ({ parentId }) => {
      const place = places.find(({ element }) => element.id === parentId);
      if (!place) return;
      actions.move(
        chosen.filter(({ abilities }) => abilities.edit),
        place.element.id,
        place.element.title,
      );
      onDone();
    },
  });
  return (
    <Form
      form={form}
      actions={<DialogActions label="Move" disabled={!form.values.parentId} onClose={onClose} />}
    >
      <Select
        {...form.field('parentId')}
        label="Folder"
        placeholder="Search by name"
        searchable
        data-autofocus
        data={options}
        maxDropdownHeight={260}
        nothingFoundMessage="No matching folders"
      />
    </Form>
  );
}

const UNASSIGNED = 'unassigned';

function AssignForm({ chosen, people, actions, onClose, onDone }: FormProps) {
  const options = [
    { value: UNASSIGNED, label: 'Unassigned' },
    ...people.map((person) => ({ value: person.id, label: personName(person) })),
  ];
  const form = useForm({
    mode: 'controlled',
    initialValues: { userId: '' },
    onSubmit: ({ userId }) => {
      const option = options.find(({ value }) => value === userId);
      if (!option) return;
      const to = chosen.filter(({ abilities }) => abilities.assign);
      actions.assign(to, userId === UNASSIGNED ? null : userId, option.label);
      onDone();
    },
  });
  return (
    <Form
      form={form}
      actions={<DialogActions label="Assign" disabled={!form.values.userId} onClose={onClose} />}
    >
      <Select {...form.field('userId')} label="Person" searchable data-autofocus data={options} />
    </Form>
  );
}

function FolderForm({ folder, onClose, onDone }: FormProps) {
  const { id: parentId, loanId } = folder.element;
  const form = useCallForm('createElements', {
    mode: 'controlled',
    initialValues: { title: '' },
    request: ({ title }) => ({
      body: { loanId, elements: [{ title, storageType: 'FOLDER' as const, parentId }] },
    }),
    onSuccess: onDone,
  });
  return (
    <Form
      form={form}
      actions={
        <DialogActions
          label="Create folder"
          disabled={form.values.title.trim() === '' || form.busy}
          onClose={onClose}
        />
      }
    >
      <Text c="var(--ink-2)">In {folder.element.title}</Text>
      <TextInput {...form.field('title')} label="Name" required maxLength={255} data-autofocus />
    </Form>
  );
}

const FORMS = {
  reject: RejectForm,
  move: MoveForm,
  assign: AssignForm,
  share: ShareForm,
  copy: CopyForm,
  copyAnswer: CopyAnswerForm,
  folder: FolderForm,
};

const headings = (question: Question, chosen: readonly Element[]): string => {
  const what = chosen.length === 1 ? chosen[0]!.title : `${chosen.length} items`;
  return {
    reject: `Reject ${what}`,
    move: `Move ${what}`,
    assign: `Assign ${what}`,
    share: `Share ${what}`,
    copy: `Copy ${what}`,
    copyAnswer: `Copy the answer to ${what}`,
    folder: 'New folder',
  }[question];
};

export default function ItemDialogs(props: ItemDialogsProps) {
  const { question, chosen, onClose } = props;
  const title = question ? headings(question, chosen) : '';
  const Question = question ? FORMS[question] : null;
  return (
    <Modal
      opened={question !== null}
      onClose={onClose}
      title={title}
      size={460}
      padding={24}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {Question && <Question {...props} title={title} />}
    </Modal>
  );
}
