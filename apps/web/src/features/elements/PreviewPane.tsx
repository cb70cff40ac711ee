import type { Element, Person } from '@cairn/contract';
import { isWanted } from '@cairn/contract/task-terms';
import { DOES_NOT_APPLY_REASONS } from '@cairn/contract/element-terms';
import { RELEASE_PHASES } from '@cairn/contract/template-terms';
import { ActionIcon, Box, Button, Center, Flex, Text } from '@mantine/core';
import { IconHighlight, IconReceipt, IconX } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { routes } from '../../lib/routes.ts';
import { formatDay, formatModified } from '../../lib/format/dates.ts';
import { withoutExtension, personName } from '../../lib/format/names.ts';
import { formatSize } from '../../lib/format/sizes.ts';
import { useNow } from '../../lib/clock.ts';
import { StatusChip } from '../../ui/StatusChip.tsx';
import { useCall } from '../../lib/useCall.ts';
import { ruleWords } from '../needs-list/ruleWords.ts';
import { DownloadButton } from '../documents/DownloadButton.tsx';
import { kindOf } from '@cairn/contract/file-kinds';
import { previewKey } from '../documents/scanState.ts';
import { PhotoButton, UploadButton } from '../documents/UploadButton.tsx';
import { PastAnswerActions, TakeBack } from './AnswerActions.tsx';
import { formatAnswer } from './answerText.ts';
import { FileActions } from './FileActions.tsx';
import classes from './PreviewPane.module.css';
import { ShareList } from './ShareList.tsx';
import { isClean, statusOf } from './status.ts';
import { isApprovable, isDecidable, isHeld, type ElementActions } from './useElementActions.ts';
import { Fact } from '../../ui/DescriptionList.tsx';

// Loaded on demand, because few requests are questions.
const QuestionForm = lazy(async () => ({
  default: (await import('./QuestionForm.tsx')).QuestionForm,
}));
// Loaded on demand, because only lenders see notes.
const DocumentNotes = lazy(() => import('../notes/DocumentNotes.tsx'));
// Loaded with the first preview, because the file viewer is large.
const UnlockDocument = lazy(() => import('../documents/UnlockDocument.tsx'));
const FilePreview = lazy(() => import('../annotator/FilePreview.tsx'));

/** Larger files are fetched only on request. */
const SHOWN_BY_ITSELF = 25 * 1024 * 1024;

interface PreviewPaneProps {
  element: Element;
  asBorrower: boolean;
  people: readonly Person[];
  actions: ElementActions;
  onReject: () => void;
  onClose: () => void;
}

function Facts({
  element,
  asBorrower,
  people,
}: Pick<PreviewPaneProps, 'element' | 'asBorrower' | 'people'>) {
  const now = useNow();
  const { answer } = element;
  const status = statusOf(element, asBorrower);
  const file = answer?.document;
  const assignee = people.find(({ id }) => id === element.assignedToUserId);
  return (
    <Flex component="dl" direction="column" gap="s10" m={0}>
      <Fact label="Status">
        <StatusChip {...status} />
      </Fact>
      {status.title && <Fact label="Problem">{status.title}</Fact>}
      {element.rejectionReason && <Fact label="Rejected">{element.rejectionReason}</Fact>}
      {file && (
        <Fact label="Uploaded by">
          {file.createdByUser ? personName(file.createdByUser) : 'Someone'},{' '}
          {formatModified(file.createdDate, now)}
        </Fact>
      )}
      {file && (
        <Fact label="File">
          <Flex component="span" gap="xs" align="center">
            {withoutExtension(file.name)}, {formatSize(file.size)}
            {isClean(element) && <DownloadButton documentId={file.id} title={element.title} />}
          </Flex>
        </Fact>
      )}
      {element.form && (
        <Fact label="Form to fill in">
          <Flex component="span" gap="xs" align="center">
            {element.form.name}, {formatSize(element.form.size)}
            <DownloadButton documentId={element.form.id} title={element.form.name} />
          </Flex>
        </Fact>
      )}
      {answer?.doesNotApply && (
        <Fact label="Doesn’t apply">
          {DOES_NOT_APPLY_REASONS[answer.doesNotApply.code]}
          {answer.doesNotApply.note && `: ${answer.doesNotApply.note}`}
        </Fact>
      )}
      {answer?.driversLicenseOf && (
        <Fact label="Driver’s license">
          {element.abilities.decide ? (
            <Link
              to={routes.driversLicense}
              params={{ loanId: element.loanId, personId: answer.driversLicenseOf }}
            >
              View the license
            </Link>
          ) : (
            'Your lender has it'
          )}
        </Fact>
      )}
      {answer?.note && <Fact label="Note">{answer.note}</Fact>}
      {element.promisedDate && <Fact label="Promised for">{formatDay(element.promisedDate)}</Fact>}
      {answer && !answer.doesNotApply && element.questionType && (
        <Fact label="Answer">{formatAnswer(answer.value)}</Fact>
      )}
      {assignee && (
        <Fact label={asBorrower ? 'Who sends it' : 'Assignee'}>{personName(assignee)}</Fact>
      )}
      {element.dueDate && <Fact label="Due">{formatDay(element.dueDate)}</Fact>}
      {element.expirationDate && <Fact label="Expires">{formatDay(element.expirationDate)}</Fact>}
      {element.rule && <Fact label="Why it’s needed">{ruleWords(element.rule)}</Fact>}
      {element.borrowerTitle && <Fact label="Borrower sees">{element.borrowerTitle}</Fact>}
      {element.heldUntil && <Fact label="Held until">{RELEASE_PHASES[element.heldUntil]}</Fact>}
      {element.hidden && !element.heldUntil && <Fact label="Visible to">Lender only</Fact>}
    </Flex>
  );
}

/** The file of the answer, if it is clean and may be shown. */
function shownFile(element: Element) {
  const file = element.answer?.document;
  return file && isClean(element) ? file : undefined;
}

function ShownFile({ element }: { element: Element }) {
  const file = shownFile(element);
  const [requestedId, setRequestedId] = useState<string>();
  if (!file) return null;
  if ((file.size ?? 0) > SHOWN_BY_ITSELF && requestedId !== file.id) {
    return (
      <Center className={classes.large} flex={1} bg="var(--canvas)">
        <Button variant="default" onClick={() => setRequestedId(file.id)}>
          Show the file ({formatSize(file.size)})
        </Button>
      </Center>
    );
  }
  return (
    <Suspense fallback={<Box flex={1} bg="var(--canvas)" />}>
      <FilePreview key={previewKey(file)} documentId={file.id} />
    </Suspense>
  );
}

/** Opens the file in the full-window viewer, where it can be marked up. */
function OpenFile({ element }: { element: Element }) {
  const file = shownFile(element);
  if (!file) return null;
  return (
    <Button
      variant="default"
      size="compact-sm"
      leftSection={<IconHighlight size={16} stroke={1.7} aria-hidden />}
      renderRoot={(root) => (
        <Link {...root} to={routes.annotator} search={{ documentId: file.id }} />
      )}
    >
      {element.abilities.answer && kindOf(file.name) === 'pdf' ? 'Mark up' : 'Read'}
    </Button>
  );
}

/** Previous answers, each with its rejection reason or that it was removed. */
function History({ element }: { element: Element }) {
  const { data } = useCall('listAnswers', {
    params: { id: element.loanId, elementId: element.elementId },
  });
  const now = useNow();
  if (!data || data.past.length === 0) return null;
  return (
    <Box component="section" className={classes.history} mt="lg">
      <Text component="h3" size="meta" mb="xs" fw={600}>
        Previous answers
      </Text>
      <Flex component="ul" direction="column" gap="sm">
        {data.past.map((past) => (
          <li key={past.id}>
            <Text component="strong" size="table" c="var(--ink)" fw={500}>
              {past.document ? withoutExtension(past.document.name) : formatAnswer(past.value)}
            </Text>
            <span>
              {past.answeredByUser ? personName(past.answeredByUser) : 'Someone'},{' '}
              {formatModified(past.answeredDate, now)}
              {past.ended === 'DELETED' ? ', removed' : ''}
            </span>
            {past.note && <span>Note: {past.note}</span>}
            {past.rejectionReason && <span>Rejected: {past.rejectionReason}</span>}
            <PastAnswerActions element={element} past={past} />
          </li>
        ))}
      </Flex>
    </Box>
  );
}

/** The right-hand pane: details of one element, and the review buttons. */
export function PreviewPane({
  element,
  asBorrower,
  people,
  actions,
  onReject,
  onClose,
}: PreviewPaneProps) {
  return (
    <Flex
      component="aside"
      className={classes.pane}
      direction="column"
      bg="var(--surface)"
      aria-label="Preview"
    >
      <Flex
        component="header"
        className={classes.head}
        justify="space-between"
        gap="sm"
        pl="s20"
        pr="md"
        pt="md"
        pb={14}
      >
        <div>
          <Text component="h2" size="subsection" fw={600}>
            {element.title}
          </Text>
          {element.description && (
            <Text size="meta" mt="s2" c="var(--ink-2)">
              {element.description}
            </Text>
          )}
        </div>
        <ActionIcon size={28} aria-label="Close the preview" onClick={onClose}>
          <IconX size={16} stroke={1.7} aria-hidden />
        </ActionIcon>
      </Flex>
      <ShownFile element={element} />
      <div className={classes.body} data-under-file={shownFile(element) !== undefined || undefined}>
        <Facts element={element} asBorrower={asBorrower} people={people} />
        {element.abilities.answer && element.answer?.document && (
          <Suspense fallback={null}>
            <UnlockDocument key={element.answer.document.id} document={element.answer.document} />
          </Suspense>
        )}
        {isHeld(element) && (
          <Button variant="default" fullWidth onClick={() => actions.release([element])}>
            Release now
          </Button>
        )}
        <Flex className={classes.actions} wrap="wrap" gap="xs" mt="md">
          <OpenFile element={element} />
          <FileActions element={element} file={shownFile(element)} asBorrower={asBorrower} />
          {element.answer?.document &&
            !element.answer.inProgress &&
            element.id === element.elementId && (
              <Button
                variant="default"
                size="compact-sm"
                leftSection={<IconReceipt size={16} stroke={1.7} aria-hidden />}
                renderRoot={(root) => (
                  <Link
                    {...root}
                    to={routes.receipt}
                    params={{ loanId: element.loanId, elementId: element.elementId }}
                  />
                )}
              >
                Receipt
              </Button>
            )}
        </Flex>
        <TakeBack element={element} />
        {element.questionType && element.abilities.answer && (
          <Suspense fallback={null}>
            <QuestionForm key={`${element.id} ${element.version}`} element={element} />
          </Suspense>
        )}
        <ShareList element={element} people={people} />
        {element.storageType === 'FILE' && <History element={element} />}
        {!asBorrower && element.storageType === 'FILE' && (
          <Suspense fallback={null}>
            <DocumentNotes loanId={element.loanId} elementId={element.elementId} />
          </Suspense>
        )}
      </div>
      {element.abilities.answer && !element.questionType && !isDecidable(element) && (
        <Flex component="footer" className={classes.foot} gap="xs" px="s20" py={14}>
          <PhotoButton element={element} />
          <UploadButton element={element} wanted={isWanted(element)} />
        </Flex>
      )}
      {isDecidable(element) && (
        <Flex component="footer" className={classes.foot} gap="xs" px="s20" py={14}>
          {element.approved ? (
            <Button variant="default" fullWidth onClick={() => actions.unapprove([element])}>
              Undo approval
            </Button>
          ) : (
            <>
              <Button variant="default" fullWidth onClick={onReject}>
                Reject
              </Button>
              <Button
                fullWidth
                disabled={!isApprovable(element)}
                onClick={() => actions.approve([element])}
              >
                Approve
              </Button>
            </>
          )}
        </Flex>
      )}
    </Flex>
  );
}
