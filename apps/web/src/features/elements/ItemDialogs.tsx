import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Radio.layer.css';
/** The dialogs of a package: loaded when the first one is asked for. */
import type { Element, Person } from '@cairn/contract';
import {
  REJECTION_CODES,
  REJECTION_REASONS,
  type RejectionCode,
} from '@cairn/contract/element-terms';
import { Modal, Radio, Select, TextInput, Textarea } from '@mantine/core';
import { type FormEvent, type KeyboardEvent, useState } from 'react';
import { personName } from '../../format/names.ts';
import { DialogActions } from '../../kit/DialogActions.tsx';
import { useAction } from '../../kit/useAction.ts';
import classes from './ItemDialogs.module.css';
import type { Ask } from './BulkBar.tsx';
import { CopyForm } from './CopyForm.tsx';
import { ShareForm } from './ShareForm.tsx';
import { everyFolder, type Folder, pathName, pathTo } from './packageTree.ts';
import { isDecidable, type ElementActions } from './useElementActions.ts';

export type Question = Ask | 'folder';

export interface ItemDialogsProps {
  question: Question | null;
  chosen: readonly Element[];
  root: Folder;
  /** Where a new folder goes. */
  folder: Folder;
  people: readonly Person[];
  actions: ElementActions;
  onClose: () => void;
  onDone: () => void;
}

interface FormProps extends ItemDialogsProps {
  title: string;
}

const submitting = (act: () => void) => (event: FormEvent) => {
  event.preventDefault();
  act();
};

function RejectForm({ chosen, actions, onClose, onDone }: FormProps) {
  const [code, setCode] = useState<RejectionCode | undefined>();
  const [reason, setReason] = useState('');
  const to = chosen.filter(isDecidable);
  const choose = (next: RejectionCode) => {
    // A sentence that somebody wrote themselves is not replaced.
    const untouched = reason === '' || (code && reason === REJECTION_REASONS[code].sentence);
    setCode(next);
    if (untouched) setReason(REJECTION_REASONS[next].sentence);
  };
  const send = () => {
    if (reason.trim() === '') return;
    actions.reject(to, { code, reason: reason.trim() });
    onDone();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if ((event.metaKey || event.ctrlKey) && event.key === 'Enter') return send();
    const inText = event.target instanceof HTMLTextAreaElement;
    const picked = REJECTION_CODES[Number(event.key) - 1];
    if (!inText && picked) choose(picked);
  };
  return (
    // The numbers choose a reason wherever in the dialog the focus is.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <form onSubmit={submitting(send)} onKeyDown={onKeyDown}>
      <p className={classes.lead}>Whoever sent it reads the reason and your note.</p>
      <Radio.Group
        value={code ?? ''}
        onChange={(value) => choose(value as RejectionCode)}
        label="Why are you sending it back?"
      >
        <div className={classes.reasons}>
          {REJECTION_CODES.map((each, index) => (
            <Radio
              key={each}
              value={each}
              label={`${REJECTION_REASONS[each].label} (${index + 1})`}
              data-autofocus={index === 0 || undefined}
            />
          ))}
        </div>
      </Radio.Group>
      <Textarea
        label="Note"
        required
        autosize
        minRows={3}
        maxLength={255}
        value={reason}
        description={`${reason.length} / 255`}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <DialogActions
        label="Send back"
        danger
        disabled={reason.trim() === '' || to.length === 0}
        onClose={onClose}
      />
    </form>
  );
}

function MoveForm({ chosen, root, actions, onClose, onDone }: FormProps) {
  const [parentId, setParentId] = useState<string | null>(null);
  const moving = new Set(chosen.map(({ id }) => id));
  const places = everyFolder(root).filter(
    (folder) => !pathTo(folder).some(({ element }) => moving.has(element.id)),
  );
  const options = places.map((folder) => ({
    value: folder.element.id,
    label: pathName(folder),
  }));
  const move = () => {
    const place = places.find(({ element }) => element.id === parentId);
    if (!place) return;
    actions.move(
      chosen.filter(({ abilities }) => abilities.edit),
      place.element.id,
      place.element.title,
    );
    onDone();
  };
  return (
    <form onSubmit={submitting(move)}>
      <Select
        label="Folder"
        placeholder="Type a part of its name"
        searchable
        data-autofocus
        data={options}
        value={parentId}
        onChange={setParentId}
        maxDropdownHeight={260}
        nothingFoundMessage="No such folder"
      />
      <DialogActions label="Move" disabled={parentId === null} onClose={onClose} />
    </form>
  );
}

const NOBODY = 'nobody';

function AssignForm({ chosen, people, actions, onClose, onDone }: FormProps) {
  const [userId, setUserId] = useState<string | null>(null);
  const options = [
    { value: NOBODY, label: 'Nobody in particular' },
    ...people.map((person) => ({ value: person.id, label: personName(person) })),
  ];
  const assign = () => {
    const option = options.find(({ value }) => value === userId);
    if (!option) return;
    const to = chosen.filter(({ abilities }) => abilities.assign);
    actions.assign(to, userId === NOBODY ? null : userId, option.label);
    onDone();
  };
  return (
    <form onSubmit={submitting(assign)}>
      <Select
        label="Person"
        searchable
        data-autofocus
        data={options}
        value={userId}
        onChange={setUserId}
      />
      <DialogActions label="Assign" disabled={userId === null} onClose={onClose} />
    </form>
  );
}

function FolderForm({ folder, onClose, onDone }: FormProps) {
  const [title, setTitle] = useState('');
  const { mutate, isPending } = useAction('createElements');
  const { id: parentId, loanId } = folder.element;
  const make = () =>
    mutate(
      { body: { loanId, elements: [{ title, storageType: 'FOLDER', parentId }] } },
      { onSuccess: onDone },
    );
  return (
    <form onSubmit={submitting(make)}>
      <p className={classes.lead}>In {folder.element.title}</p>
      <TextInput
        label="Name"
        required
        maxLength={255}
        data-autofocus
        value={title}
        onChange={(event) => setTitle(event.currentTarget.value)}
      />
      <DialogActions
        label="Make the folder"
        disabled={title.trim() === '' || isPending}
        onClose={onClose}
      />
    </form>
  );
}

const FORMS = {
  reject: RejectForm,
  move: MoveForm,
  assign: AssignForm,
  share: ShareForm,
  copy: CopyForm,
  folder: FolderForm,
};

const headings = (question: Question, chosen: readonly Element[]): string => {
  const what = chosen.length === 1 ? chosen[0]!.title : `${chosen.length} items`;
  return {
    reject: `Send back ${what}`,
    move: `Move ${what}`,
    assign: `Assign ${what}`,
    share: `Share ${what}`,
    copy: `Copy ${what}`,
    folder: 'New folder',
  }[question];
};

export default function ItemDialogs(props: ItemDialogsProps) {
  const { question, chosen, onClose } = props;
  const title = question ? headings(question, chosen) : '';
  const Form = question ? FORMS[question] : null;
  return (
    <Modal
      opened={question !== null}
      onClose={onClose}
      title={title}
      size={460}
      padding={24}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {Form && <Form {...props} title={title} />}
    </Modal>
  );
}
