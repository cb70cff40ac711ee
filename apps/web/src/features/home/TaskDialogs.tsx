import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Radio.layer.css';
/** The dialogs of a task card. They are loaded when the first one is opened. */
import type { Element, LoanSummary } from '@cairn/contract';
import { LOAN_FACTS_OF_CONTACTS } from '@cairn/contract/contact-terms';
import {
  DOES_NOT_APPLY_CODES,
  DOES_NOT_APPLY_REASONS,
  type DoesNotApplyCode,
} from '@cairn/contract/element-terms';
import { Modal, Radio, Stack, Textarea, TextInput } from '@mantine/core';
import { announce } from '../../lib/announce.ts';
import { calls } from '../../lib/calls.ts';
import { send } from '../../lib/client.ts';
import { useNow } from '../../lib/clock.ts';
import { reportFailure } from '../../lib/failures.ts';
import { refresh } from '../../lib/queries.ts';
import { formatDay, today } from '../../lib/format/dates.ts';
import { toast } from '../../lib/toast.ts';
import { toastWithUndo } from '../../lib/toastWithUndo.ts';
import { missingFields } from '../../lib/formValues.ts';
import { useAction } from '../../lib/useAction.ts';
import { useCall } from '../../lib/useCall.ts';
import { useCallForm } from '../../lib/useCallForm.ts';
import { isShownInForm, useForm } from '../../lib/useForm.ts';
import { useUser } from '../../lib/useUser.ts';
import { DialogActions } from '../../ui/DialogActions.tsx';
import { Form } from '../../ui/Form.tsx';
import { chooseFiles } from '../documents/chooseFile.ts';
import { uploadAnswers } from '../documents/upload.ts';
import { NEW_PERSON, NewPersonFields } from '../loan-members/NewPersonFields.tsx';
import { assigneeChoices, assigneeOf, choiceWith } from './handOver.ts';
import type { TaskQuestion } from './TaskMenu.tsx';
import { isUndoable } from './tasks.ts';

interface FormProps {
  element: Element;
  loan: LoanSummary;
  onClose: () => void;
}

/** The first name of the loan officer, or a general term if it is not known. */
const officerOf = ({ lender }: LoanSummary): string => lender?.officer?.givenName ?? 'your lender';
const atStart = (words: string): string => words[0]!.toUpperCase() + words.slice(1);

interface DoesNotApply {
  code: DoesNotApplyCode | null;
  note: string;
}
const NO_REASON: DoesNotApply = { code: null, note: '' };

/**
 * Undoes the answer from the toast, when the dialog and its card are already gone. The version makes sure that a newer
 * answer is not removed.
 */
async function takeBack({ elementId, loanId, title, version }: Element): Promise<void> {
  try {
    await send('removeAnswer', { body: { elementId, loanId, version } });
    announce(`${title}: to do again`);
  } catch (failure) {
    reportFailure(failure, calls.removeAnswer, ({ code }) => {
      if (code !== 'CONFLICT') return false;
      toast.info(`${title}: changed in the meantime, so nothing was undone`);
      return true;
    });
  }
  await refresh(calls.removeAnswer.changes);
}

function DoesNotApplyForm({ element, loan, onClose }: FormProps) {
  const { elementId, loanId, title } = element;
  const officer = officerOf(loan);
  const form = useCallForm('answerElement', {
    mode: 'controlled',
    initialValues: NO_REASON,
    optional: ['note'],
    request: ({ code, note }) => ({
      body: { elementId, loanId, doesNotApply: { code: code!, note: note || null } },
    }),
    onSuccess: (_given, answeredElement) => {
      const message = `${title}: ${officer} will check that it doesn’t apply`;
      if (isUndoable(element, answeredElement))
        toastWithUndo(message, () => void takeBack(answeredElement));
      else toast.success(message);
      onClose();
    },
  });
  const { code, note } = form.values;
  const needsNote = code === 'OTHER' && note.trim() === '';
  return (
    <Form
      form={form}
      actions={
        <DialogActions
          label="Confirm"
          disabled={code === null || needsNote || form.busy}
          onClose={onClose}
        />
      }
    >
      <Radio.Group {...form.field('code')} label="Why doesn’t it apply?">
        <Stack gap={0} mt="s4">
          {DOES_NOT_APPLY_CODES.map((each) => (
            <Radio key={each} value={each} label={DOES_NOT_APPLY_REASONS[each]} />
          ))}
        </Stack>
      </Radio.Group>
      <Textarea
        {...form.field('note')}
        label={code === 'OTHER' ? `What should ${officer} know?` : `Note for ${officer} (optional)`}
        description={`${atStart(officer)} will check it and take this off your list. You can undo it until then.`}
        required={code === 'OTHER'}
        minRows={2}
        maxLength={1000}
      />
    </Form>
  );
}

function LaterForm({ element, onClose }: FormProps) {
  const now = useNow();
  const { elementId, loanId, title } = element;
  const form = useCallForm('promiseElement', {
    mode: 'controlled',
    initialValues: { promisedDate: element.promisedDate ?? '' },
    request: ({ promisedDate }) => ({ params: { id: elementId }, body: { loanId, promisedDate } }),
    onSuccess: ({ promisedDate }) => {
      announce(`${title}: you’ll send it by ${formatDay(promisedDate)}`);
      onClose();
    },
  });
  return (
    <Form
      form={form}
      actions={
        <DialogActions
          label="Save"
          disabled={form.values.promisedDate === '' || form.busy}
          onClose={onClose}
        />
      }
    >
      <TextInput
        {...form.field('promisedDate')}
        type="date"
        label="I’ll send it by"
        description="Your lender sees this date. The due date stays the same."
        required
        data-autofocus
        min={today(now)}
      />
    </Form>
  );
}

function NoteForm({ element, loan, onClose }: FormProps) {
  const form = useForm({
    initialValues: { note: '' },
    optional: ['note'],
    onSubmit: ({ note }) =>
      chooseFiles((files) => {
        onClose();
        void uploadAnswers(element, files, { note: note || undefined });
      }),
  });
  return (
    <Form form={form} actions={<DialogActions label="Choose a file" onClose={onClose} />}>
      <Textarea
        {...form.field('note')}
        label={`Note for ${officerOf(loan)}`}
        data-autofocus
        minRows={3}
        maxLength={1000}
      />
    </Form>
  );
}

const SOMEONE_ELSE = 'someone else';

interface HandOver {
  to: string;
  contactUser: typeof NEW_PERSON;
}

const LOAN_FACTS = new Intl.ListFormat('en-US').format(Object.keys(LOAN_FACTS_OF_CONTACTS));

/** Explains what a person who is not on the loan yet will see: contacts see only what is assigned to them. */
function WhatTheyGet({ name, title }: { name: string; title: string }) {
  return (
    <Stack gap="s4" p="sm" bdrs="md" bg="var(--sunken)" fz="body" lh="body">
      <strong>What {name} gets</strong>
      <p>An email with a link that lets them sign up and send “{title}”.</p>
      <p>
        They see the loan’s {LOAN_FACTS}; the people on it and how to reach them; the names of its
        folders, some of which are names of people or businesses; and this request with what was
        sent for it. They don’t see your other documents, or anything else about you or your
        business.
      </p>
    </Stack>
  );
}

/** Assigns the request to a member of the loan, to someone with a pending invitation, or to a new person by email. */
function HandOverForm({ element, loan, onClose }: FormProps) {
  const me = useUser();
  const { data } = useCall('listParties', { params: { id: loan.id } });
  const ownRoleId = data?.people.find(({ id }) => id === me.id)?.roles[0]?.loanRoleId;
  const people = assigneeChoices(data?.people ?? [], me.id);
  const assign = useAction('updateFormElement', { onFailure: isShownInForm });
  const invite = useAction('addContactRelation', { onFailure: isShownInForm });
  const handOver = async (to: string): Promise<void> => {
    const [kind, id] = to.split(' ') as ['user' | 'invitation', string];
    const assignee = kind === 'user' ? { assignedToUserId: id } : { assignedToInvitationId: id };
    await assign.mutateAsync({
      params: { id: element.elementId },
      body: { loanId: loan.id, ...assignee },
    });
    announce(`${element.title}: handed over`);
    onClose();
  };
  const form = useForm<HandOver>({
    mode: 'controlled',
    initialValues: { to: '', contactUser: NEW_PERSON },
    optional: 'all',
    validate: ({ to, contactUser }) =>
      to === SOMEONE_ELSE && !choiceWith(people, contactUser.emailAddress)
        ? missingFields({ contactUser }, [])
        : {},
    onSubmit: async ({ to, contactUser }) => {
      if (to !== SOMEONE_ELSE) return handOver(to);
      const member = choiceWith(people, contactUser.emailAddress);
      if (member) return handOver(member.value);
      const invited = await invite.mutateAsync({
        params: { loanId: loan.id, loanRoleId: ownRoleId! },
        body: { contactUser, sendInvite: true },
      });
      // The invitation is sent. If the assignment fails, the new person is selected in the list, so that a retry does
      // not invite them again.
      const assignee = assigneeOf(invited);
      form.setValues({ to: assignee, contactUser: NEW_PERSON });
      return handOver(assignee);
    },
  });
  const isSomeoneElse = form.values.to === SOMEONE_ELSE;
  const { givenName, emailAddress } = form.values.contactUser;
  const invitedMember = isSomeoneElse ? choiceWith(people, emailAddress) : undefined;
  return (
    <Form
      form={form}
      actions={
        <DialogActions
          label={isSomeoneElse && !invitedMember ? 'Invite and hand over' : 'Hand over'}
          disabled={form.values.to === '' || form.busy}
          onClose={onClose}
        />
      }
    >
      <Radio.Group {...form.field('to')} label="Who sends it?">
        <Stack gap={0} mt="s4">
          {people.map(({ value, label }) => (
            <Radio key={value} value={value} label={label} />
          ))}
          {data?.abilities.addContact && data.abilities.addBorrower && ownRoleId && (
            <Radio
              value={SOMEONE_ELSE}
              label="Someone else"
              description="Your accountant, for example, by email"
            />
          )}
        </Stack>
      </Radio.Group>
      {isSomeoneElse && (
        <>
          <NewPersonFields
            field={(name) => form.field(`contactUser.${name}`)}
            description={invitedMember ? '' : 'The link in the email expires in seven days.'}
          />
          {invitedMember ? (
            <p>{invitedMember.label} is on this loan already, so we won’t send a new invitation.</p>
          ) : (
            <WhatTheyGet name={givenName.trim() || 'this person'} title={element.title} />
          )}
        </>
      )}
    </Form>
  );
}

const FORMS = {
  doesNotApply: DoesNotApplyForm,
  later: LaterForm,
  note: NoteForm,
  handOver: HandOverForm,
};
const TITLES: Record<TaskQuestion, string> = {
  doesNotApply: 'Doesn’t apply to me',
  later: 'I’ll send it later',
  note: 'Send with a note',
  handOver: 'Someone else has this',
};

export default function TaskDialogs({
  question,
  ...props
}: FormProps & { question: TaskQuestion }) {
  const Question = FORMS[question];
  return (
    <Modal opened onClose={props.onClose} title={`${TITLES[question]}: ${props.element.title}`}>
      <Question {...props} />
    </Modal>
  );
}
