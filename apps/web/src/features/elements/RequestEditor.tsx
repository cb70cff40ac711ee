import '@mantine/core/styles/Combobox.layer.css';
/** The drawer in which a request is created or edited. It is loaded when it is opened. */
import type { Element, Person } from '@cairn/contract';
import { Button, Drawer, Text } from '@mantine/core';
import type { KeyboardEvent } from 'react';
import { CallError } from '../../lib/CallError.ts';
import { toast } from '../../lib/toast.ts';
import { useAction } from '../../lib/useAction.ts';
import { isShownInForm, useForm } from '../../lib/useForm.ts';
import { Form } from '../../ui/Form.tsx';
import { Keys } from '../../ui/Keys.tsx';
import ExistingDocuments from './ExistingDocuments.tsx';
import type { Folder } from './packageTree.ts';
import classes from './RequestEditor.module.css';
import { RequestFields } from './RequestFields.tsx';
import {
  changesOf,
  linesIn,
  newElementOf,
  newValues,
  noticeOf,
  type RequestValues,
  valuesOf,
} from './requestForm.ts';

interface RequestEditorProps {
  /** Absent for a new request. */
  element: Element | undefined;
  root: Folder;
  folder: Folder;
  /** The SBA tab of a new request. */
  sbaTab: number | null;
  hasSbaTabs: boolean;
  people: readonly Person[];
  onClose: () => void;
}

function missingIn(values: RequestValues): Record<string, string> {
  if (values.kind === 'link') return values.targetId ? {} : { targetId: 'Choose a request' };
  const needsChoices = values.kind === 'question' && values.questionType === 'CHOICE';
  return {
    ...(values.title.trim() === '' && { title: 'Enter a title' }),
    ...(needsChoices && linesIn(values.choices).length < 2 && { choices: 'Enter at least two' }),
    ...(values.visibility === 'assignee' &&
      !values.assignedToUserId && { assignedToUserId: 'Choose who sees it' }),
  };
}

export default function RequestEditor(props: RequestEditorProps) {
  const { element, folder, onClose } = props;
  const update = useAction('updateElement', { onFailure: isShownInForm });
  const create = useAction('createElements', { onFailure: isShownInForm });
  const before = element ? valuesOf(element) : null;
  const form = useForm<RequestValues>({
    mode: 'controlled',
    initialValues: before ?? newValues(folder.element.id, props.sbaTab),
    optional: 'all',
    validate: missingIn,
    onSubmit: async (values) => {
      if (element) await change(element, values);
      else {
        const { loanId } = folder.element;
        await create.mutateAsync({ body: { loanId, elements: [newElementOf(values)] } });
        toast.success(values.kind === 'link' ? 'Link added' : `${values.title}: requested`);
      }
      onClose();
    },
  });
  const change = async (of: Element, values: RequestValues) => {
    const changes = changesOf(before!, values);
    if (Object.keys(changes).length === 0) return;
    const { elementId: id, loanId, version } = of;
    // A link has its own version, which does not match the version of the request that is updated, so none is sent.
    const knownVersion = of.id === of.elementId ? { version } : {};
    await update.mutateAsync({ body: { id, loanId, ...knownVersion, ...changes } });
    toast.success(`${values.title}: saved`);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLFormElement>) => {
    if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) {
      event.preventDefault();
      event.currentTarget.requestSubmit();
    }
  };
  const failed = update.error instanceof CallError && update.error.code === 'CONFLICT';
  return (
    <Drawer
      opened
      size={460}
      padding={0}
      title={element ? 'Edit request' : 'New request'}
      classNames={{ header: classes.head ?? '', body: classes.body ?? '' }}
      closeButtonProps={{ 'aria-label': 'Close' }}
      onClose={onClose}
    >
      <Form
        form={form}
        className={classes.form ?? ''}
        onKeyDown={onKeyDown}
        actions={
          <footer className={classes.foot}>
            <Text span size="meta" c="var(--ink-2)" flex={1}>
              {failed ? 'Close and open it again to see the change' : noticeOf(before, form.values)}
            </Text>
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={form.busy} rightSection={<Keys keys="mod+↵" />}>
              {element ? 'Save' : form.values.kind === 'link' ? 'Add link' : 'Request'}
            </Button>
          </footer>
        }
      >
        <RequestFields {...props} form={form} isNew={element === undefined} />
        {element === undefined && form.values.kind === 'file' && (
          <ExistingDocuments
            loanId={folder.element.loanId}
            parentId={form.values.parentId}
            titles={[form.values.title.trim()]}
          />
        )}
      </Form>
    </Drawer>
  );
}
