import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Radio.layer.css';
/** The dialogs of a task card: loaded when the first one is asked for. */
import type { Element, LoanSummary } from '@cairn/contract';
import {
  DOES_NOT_APPLY_CODES,
  DOES_NOT_APPLY_REASONS,
  type DoesNotApplyCode,
} from '@cairn/contract/element-terms';
import { Modal, Radio, Stack, Textarea, TextInput } from '@mantine/core';
import { announce } from '../../lib/announce.ts';
import { useNow } from '../../lib/clock.ts';
import { formatDay, today } from '../../lib/format/dates.ts';
import { toast } from '../../lib/toast.ts';
import { useCall } from '../../lib/useCall.ts';
import { useCallForm } from '../../lib/useCallForm.ts';
import { useForm } from '../../lib/useForm.ts';
import { useUser } from '../../lib/useUser.ts';
import { DialogActions } from '../../ui/DialogActions.tsx';
import { Form } from '../../ui/Form.tsx';
import { chooseFiles } from '../documents/chooseFile.ts';
import { uploadAnswers } from '../documents/upload.ts';
import type { TaskQuestion } from './TaskMenu.tsx';

interface FormProps {
  element: Element;
  loan: LoanSummary;
  onClose: () => void;
}

interface DoesNotApply {
  code: DoesNotApplyCode | null;
  note: string;
}
const NO_REASON: DoesNotApply = { code: null, note: '' };

function DoesNotApplyForm({ element, onClose }: FormProps) {
  const { elementId, loanId, title } = element;
  const form = useCallForm('answerElement', {
    mode: 'controlled',
    initialValues: NO_REASON,
    optional: ['note'],
    request: ({ code, note }) => ({
      body: { elementId, loanId, doesNotApply: { code: code!, note: note || null } },
    }),
    onSuccess: () => {
      toast.success(`${title}: your lender will check that it doesn’t apply`);
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
        <Stack gap={10} mt={10}>
          {DOES_NOT_APPLY_CODES.map((each) => (
            <Radio key={each} value={each} label={DOES_NOT_APPLY_REASONS[each]} />
          ))}
        </Stack>
      </Radio.Group>
      <Textarea
        {...form.field('note')}
        label={code === 'OTHER' ? 'What should your lender know?' : 'Note (optional)'}
        required={code === 'OTHER'}
        autosize
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

function NoteForm({ element, onClose }: FormProps) {
  const form = useForm({
    initialValues: { note: '' },
    optional: ['note'],
    onSubmit: ({ note }) =>
      chooseFiles((files) => {
        onClose();
        void uploadAnswers(element, files, note || undefined);
      }),
  });
  return (
    <Form form={form} actions={<DialogActions label="Choose a file" onClose={onClose} />}>
      <Textarea
        {...form.field('note')}
        label="Note for your lender"
        data-autofocus
        autosize
        minRows={3}
        maxLength={1000}
      />
    </Form>
  );
}

const lends = ({ role }: { role: string }): boolean =>
  role === 'LENDER' || role === 'UNDERWRITER_LENDER';

/** People on the loan, and those who are invited and have not accepted yet. */
function HandOverForm({ element, loan, onClose }: FormProps) {
  const me = useUser();
  const { data } = useCall('listParties', { params: { id: loan.id } });
  const people = (data?.people ?? [])
    .filter(({ id, worksHere, roles }) => id !== me.id && !worksHere && !roles.some(lends))
    .map(({ id, displayName, invitation }) => ({
      value: `${invitation ? 'invitation' : 'user'} ${id}`,
      label: invitation ? `${displayName} (invited)` : displayName,
    }));
  const form = useCallForm('updateFormElement', {
    mode: 'controlled',
    initialValues: { to: '' },
    request: ({ to }) => {
      const [kind, id] = to.split(' ') as ['user' | 'invitation', string];
      const body =
        kind === 'user'
          ? { loanId: loan.id, assignedToUserId: id }
          : { loanId: loan.id, assignedToInvitationId: id };
      return { params: { id: element.elementId }, body };
    },
    onSuccess: () => {
      announce(`${element.title}: handed over`);
      onClose();
    },
  });
  return (
    <Form
      form={form}
      actions={
        <DialogActions
          label="Hand over"
          disabled={form.values.to === '' || form.busy}
          onClose={onClose}
        />
      }
    >
      <Radio.Group {...form.field('to')} label="Who sends it?">
        <Stack gap={10} mt={10}>
          {people.map(({ value, label }) => (
            <Radio key={value} value={value} label={label} />
          ))}
        </Stack>
      </Radio.Group>
      {data && people.length === 0 && (
        <p>No one else is on this loan yet. Invite your accountant from the loan’s People page.</p>
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
