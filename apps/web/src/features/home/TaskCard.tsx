import { Box, Button, Center, Flex, Text } from '@mantine/core';
import type { Element, LoanSummary, Person } from '@cairn/contract';
import { isLockedPdf } from '@cairn/contract/file-terms';
import {
  IconCalendarDue,
  IconDotsVertical,
  IconHelpCircle,
  IconId,
  IconReceipt,
  IconUpload,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useNow } from '../../lib/clock.ts';
import { daysUntil, formatDay } from '../../lib/format/dates.ts';
import { personName } from '../../lib/format/names.ts';
import { routes } from '../../lib/routes.ts';
import { useStore } from '../../lib/store.ts';
import { toast } from '../../lib/toast.ts';
import { useAction } from '../../lib/useAction.ts';
import { useCall } from '../../lib/useCall.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { iconButton, LazyMenu, menuLoadedBy } from '../../ui/LazyMenu.tsx';
import { StatusChip } from '../../ui/StatusChip.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { DownloadButton } from '../documents/DownloadButton.tsx';
import { CancelOnCard, onCard, UploadOnCard } from '../documents/UploadButton.tsx';
import { FileOnItsWay, saysReason, UploadProgress } from '../documents/UploadProgress.tsx';
import { useDropTarget } from '../documents/useDropTarget.ts';
import { isUnlocking, unlocking } from '../documents/enteredPasswords.ts';
import { isGoing, uploads } from '../documents/uploads.ts';
import { summaryOf } from '../documents/uploadSummary.ts';
import { AnswerOnCard } from '../elements/AnswerOnCard.tsx';
import { statusOf } from '../elements/status.ts';
import classes from './ApplicantHome.module.css';
import { dueWords } from './tasks.ts';
import type { TaskQuestion } from './TaskMenu.tsx';
import { clsx } from 'clsx';

const menu = menuLoadedBy(() => import('./TaskMenu.tsx'));
const TaskDialogs = lazy(() => import('./TaskDialogs.tsx'));
const UnlockDocument = lazy(() => import('../documents/UnlockDocument.tsx'));

export type PeopleById = ReadonlyMap<string, Person>;

function Due({ day }: { day: string }) {
  const now = useNow();
  return (
    <Flex
      component="p"
      className={classes.due}
      align="center"
      gap={5}
      fz="table"
      lh="table"
      mt="s2"
      data-late={daysUntil(day, now) <= 0 || undefined}
    >
      <IconCalendarDue size={14} stroke={1.7} aria-hidden />
      {dueWords(day, now)}
    </Flex>
  );
}

/** Shows why the answer was rejected, in the reviewer's own words. */
function Rejection({ element, people }: { element: Element; people: PeopleById }) {
  const by = people.get(element.rejectedByUserId ?? '');
  return (
    <Text
      component="div"
      size="body"
      mt="xs"
      px="sm"
      py="s10"
      bdrs="md"
      bg="var(--orange-bg)"
      c="var(--ink)"
    >
      <Box component="strong" c="var(--orange-fg)" fw={600}>
        {by ? `${by.givenName ?? personName(by)} wrote` : 'Your lender wrote'}
      </Box>
      <p>{element.rejectionReason}</p>
    </Text>
  );
}

function Form({ element }: { element: Element }) {
  if (!element.form) return null;
  return (
    <Flex component="p" align="center" wrap="wrap" gap="s4" fz="body" lh="body" c="var(--ink-2)">
      Fill in this form: {element.form.name}
      <DownloadButton documentId={element.form.id} title={element.form.name} />
    </Flex>
  );
}

interface TaskCardProps {
  loan: LoanSummary;
  element: Element;
  people: PeopleById;
  /** The folder's name, if another task in the group has the same title. */
  folder: string | undefined;
  /** Set if the request asks for the user's own driver's license. */
  licensePersonId?: string | null;
  first: boolean;
}

export function TaskCard(props: TaskCardProps) {
  const { loan, element, people, folder, licensePersonId, first } = props;
  const [question, setQuestion] = useState<TaskQuestion | null>(null);
  const { over, handlers } = useDropTarget(element);
  const upload = summaryOf(useStore(uploads).get(element.id));
  const passwords = useStore(unlocking);
  const sentBack = element.rejectedByUserId !== null;
  const status = statusOf(element, true);
  const flagged = sentBack || ['red', 'orange', 'violet', 'teal'].includes(status.hue);
  const file = element.answer?.document;
  const isUnlockable = file && (isLockedPdf(file) || isUnlocking(passwords, file));
  const isQuestion = element.questionType !== null;
  const Icon = flagged ? status.icon : isQuestion ? IconHelpCircle : IconUpload;
  const hue = flagged ? status.hue : 'gray';
  return (
    <li
      className={classes.task}
      data-first={first || undefined}
      data-over={over || undefined}
      {...handlers}
    >
      <Center
        component="span"
        flex="none"
        w={40}
        h={40}
        bdrs="md"
        style={{ color: `var(--${hue}-fg)`, background: `var(--${hue}-bg)` }}
      >
        <Icon size={19} stroke={1.7} aria-hidden />
      </Center>
      <div className={classes.what}>
        <CardTitle>
          {element.title}
          {flagged && <StatusChip {...status} />}
        </CardTitle>
        {folder !== undefined && (
          <Text size="body" c="var(--ink-2)">
            In {folder}
          </Text>
        )}
        {element.description && (
          <Text size="body" c="var(--ink-2)">
            {element.description}
          </Text>
        )}
        {element.dueDate && <Due day={element.dueDate} />}
        {element.promisedDate && (
          <Flex
            component="p"
            className={classes.due}
            align="center"
            gap={5}
            fz="table"
            lh="table"
            mt="s2"
          >
            You’ll send it by {formatDay(element.promisedDate)}
          </Flex>
        )}
        {sentBack && element.rejectionReason && <Rejection element={element} people={people} />}
        {!sentBack && status.title && (
          <Text size="body" c="var(--ink-2)">
            {status.title}
          </Text>
        )}
        {isUnlockable && (
          <Suspense fallback={null}>
            <UnlockDocument document={file} />
          </Suspense>
        )}
        <Form element={element} />
        {upload && <UploadProgress upload={upload} />}
        {upload && isGoing(upload) && <FileOnItsWay upload={upload} />}
        {upload?.state === 'failed' && !saysReason(upload) && (
          <Text size="body" c="var(--red-fg)">
            {upload.reason}
          </Text>
        )}
      </div>
      <LazyMenu
        menu={menu}
        className={clsx(iconButton, classes.more)}
        label={`More for ${element.title}`}
        body={{ loan, element, onAsk: setQuestion }}
      >
        <IconDotsVertical size={18} stroke={1.7} aria-hidden />
      </LazyMenu>
      {question && (
        <Suspense fallback={null}>
          <TaskDialogs
            question={question}
            element={element}
            loan={loan}
            onClose={() => setQuestion(null)}
          />
        </Suspense>
      )}
      {isQuestion ? (
        <AnswerOnCard element={element} filled={first} />
      ) : upload && isGoing(upload) ? (
        <CancelOnCard title={element.title} upload={upload} />
      ) : (
        <UploadOnCard element={element} filled={first}>
          {licensePersonId && (
            <ScanLicense loanId={loan.id} personId={licensePersonId} element={element} />
          )}
        </UploadOnCard>
      )}
    </li>
  );
}

interface ScanLicenseProps {
  loanId: string;
  personId: string;
  element: Element;
}

/** Opens the license page, which reads the barcode, stores the pictures with the person and answers the request. */
function ScanLicense({ loanId, personId, element }: ScanLicenseProps) {
  return (
    <LinkButton
      to={routes.driversLicense}
      params={{ loanId, personId }}
      search={{ request: element.elementId }}
      className={onCard}
      variant="default"
      leftSection={<IconId size={16} stroke={1.7} aria-hidden />}
      aria-label={`Scan ${element.title}`}
    >
      Scan
    </LinkButton>
  );
}

/** The title of the document, with an optional status chip beside it. */
function CardTitle({ children }: { children: ReactNode }) {
  return (
    <Flex
      component="p"
      align="center"
      wrap="wrap"
      rowGap="s4"
      columnGap="s10"
      fz={15}
      lh="1.375rem"
      fw={600}
    >
      {children}
    </Flex>
  );
}

/**
 * A request that was answered a moment ago. The card disappears when the page reloads; the receipt remains available on
 * the request.
 */
export function SentCard({ element }: { element: Element }) {
  const { loanId, elementId, title } = element;
  return (
    <li className={classes.task} data-quiet>
      <div className={classes.what}>
        <CardTitle>
          {title}
          <StatusChip {...statusOf(element, true)} />
        </CardTitle>
      </div>
      <Button
        className={onCard}
        variant="default"
        renderRoot={(root) => <Link {...root} to={routes.receipt} params={{ loanId, elementId }} />}
        leftSection={<IconReceipt size={16} stroke={1.7} aria-hidden />}
        aria-label={`Receipt of ${title}`}
      >
        Receipt
      </Button>
    </li>
  );
}

/** Requests assigned to another person or to someone who is invited. The user can see them and send a reminder. */
export function HandedOverCard({ element, people }: { element: Element; people: PeopleById }) {
  const { elementId, loanId, title, dueDate, assignedToUserId, assignedToInvitationId } = element;
  const invited = useCall(
    'listParties',
    { params: { id: loanId } },
    { enabled: assignedToInvitationId !== null, onFailure: () => true },
  ).data?.people.find(({ id }) => id === assignedToInvitationId);
  const person = people.get(assignedToUserId ?? '') ?? invited;
  const remind = useAction('remindAssignee');
  return (
    <li className={classes.task} data-quiet>
      {person && <Avatar person={person} size={32} />}
      <div className={classes.what}>
        <CardTitle>{title}</CardTitle>
        <Text size="body" c="var(--ink-2)">
          {person ? personName(person) : 'Someone else'} has this
          {invited && ', invited'}
          {dueDate ? `, due ${formatDay(dueDate)}` : ''}
        </Text>
      </div>
      {person && element.abilities.assign && (
        <Button
          className={onCard}
          variant="default"
          loading={remind.isPending}
          disabled={remind.isSuccess}
          aria-label={`Remind ${personName(person)} of ${title}`}
          onClick={() =>
            remind.mutate(
              { params: { id: elementId }, body: { loanId } },
              {
                onSuccess: () =>
                  void toast.success(
                    invited
                      ? `${personName(person)} gets the invitation again`
                      : `${personName(person)} gets a reminder`,
                  ),
              },
            )
          }
        >
          {remind.isSuccess ? 'Reminded' : 'Remind'}
        </Button>
      )}
    </li>
  );
}
