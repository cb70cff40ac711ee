import { Anchor, Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { useForm } from '../../lib/useForm.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { Dropzone } from '../../ui/Dropzone.tsx';
import { Choice, Field } from '../../ui/Field.tsx';
import { FieldRow, Form } from '../../ui/Form.tsx';
import { FormDialog } from '../../ui/FormDialog.tsx';
import {
  EmailField,
  NewPasswordField,
  Notice,
  Notices,
  PasswordField,
  SubmitButton,
  TextField,
} from '../../ui/FormFields.tsx';
import { Panel, PageSection } from '../../ui/Card.tsx';

const LEVELS = [
  { value: 'OWNER', name: 'Owner', text: 'Manages the company and its people.' },
  { value: 'LENDER', name: 'Lender', text: 'Works on loans.' },
];

const noSubmit = (): void => undefined;

function NameForm() {
  const form = useForm({
    initialValues: { givenName: 'Dana', familyName: '', level: 'LENDER' },
    onSubmit: noSubmit,
  });
  return (
    <Panel>
      <Form form={form} actions={<SubmitButton busy={form.busy}>Save</SubmitButton>}>
        <FieldRow>
          <Field {...form.field('givenName')} label="First name" />
          <Field {...form.field('familyName')} label="Last name" />
        </FieldRow>
        <Choice {...form.field('level')} label="Level" options={LEVELS} />
      </Form>
    </Panel>
  );
}

/** A form as on the pages before log-in, with an error of one field and an error of the whole form. */
function LogInForm() {
  const form = { message: 'The email or the password is wrong.', busy: false, failures: 0 };
  return (
    <Panel>
      <Form
        form={{ ...form, submit: (event) => event.preventDefault() }}
        actions={
          <>
            <SubmitButton busy={false}>Log in</SubmitButton>
            <SubmitButton busy>Logging in</SubmitButton>
            <SubmitButton busy={false} disabled>
              Not yet
            </SubmitButton>
          </>
        }
      >
        <TextField name="code" label="Code" error="Enter the six digits" />
        <EmailField name="email" />
        <PasswordField
          name="password"
          label="Password"
          autoComplete="current-password"
          beside={<Anchor href="#forgot">Forgot password?</Anchor>}
        />
        <NewPasswordField name="newPassword" label="New password" />
        <Notices>
          <Notice hue="green">Your email is verified.</Notice>
          <Notice hue="orange">This link expires today.</Notice>
        </Notices>
      </Form>
    </Panel>
  );
}

function Dialogs() {
  const [opened, setOpened] = useState<'form' | 'confirm' | null>(null);
  const close = () => setOpened(null);
  const form = useForm({ initialValues: { name: 'Larkspur Bakery' }, onSubmit: close });
  return (
    <Group>
      <Button variant="default" onClick={() => setOpened('form')}>
        Open a form
      </Button>
      <Button variant="default" onClick={() => setOpened('confirm')}>
        Ask before a deletion
      </Button>
      <FormDialog
        opened={opened === 'form'}
        title="Rename folder"
        lead="Everyone on the loan sees the new name."
        form={form}
        submit="Rename"
        onClose={close}
      >
        <Field {...form.field('name')} label="Name" />
      </FormDialog>
      <ConfirmDialog
        opened={opened === 'confirm'}
        title="Delete folder?"
        confirm="Delete permanently"
        onConfirm={close}
        onClose={close}
      >
        This permanently deletes it and its contents. You can’t undo this.
      </ConfirmDialog>
    </Group>
  );
}

function Dropped() {
  const [names, setNames] = useState<string[]>([]);
  return (
    <Dropzone onDrop={({ files }) => setNames([...files].map(({ name }) => name))}>
      <Text fw={500}>Drop files here</Text>
      <Text fz="meta" c="var(--ink-2)">
        {names.length === 0 ? 'PDF, Word, Excel, or a photo' : names.join(', ')}
      </Text>
    </Dropzone>
  );
}

export function Forms() {
  return (
    <>
      <PageSection title="Form" text="The first invalid field gets the focus.">
        <NameForm />
      </PageSection>
      <PageSection title="Form before the log-in">
        <LogInForm />
      </PageSection>
      <PageSection title="Dialogs">
        <Dialogs />
      </PageSection>
      <PageSection title="File drop">
        <Dropped />
      </PageSection>
    </>
  );
}
