import type { Element, Person } from '@cairn/contract';
import { isWanted } from '@cairn/contract/task-terms';
import { ActionIcon, Button } from '@mantine/core';
import { IconHighlight, IconX } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { routes } from '../../app/routes.ts';
import { formatDay, formatModified } from '../../format/dates.ts';
import { withoutExtension, personName } from '../../format/names.ts';
import { formatSize } from '../../format/sizes.ts';
import { useNow } from '../../kit/clock.ts';
import { StatusChip } from '../../kit/StatusChip.tsx';
import { useCall } from '../../kit/useCall.ts';
import { ruleWords } from '../applying/ruleWords.ts';
import { DownloadButton } from '../documents/DownloadButton.tsx';
import { kindOf } from '../documents/fileKinds.ts';
import { UploadButton } from '../documents/UploadButton.tsx';
import { PastAnswerActions, TakeBack } from './AnswerActions.tsx';
import { formatAnswer } from './answerText.ts';
import classes from './PreviewPane.module.css';
import { QuestionForm } from './QuestionForm.tsx';
import { SharedWith } from './SharedWith.tsx';
import { isClean, statusOf } from './status.ts';
import { isApprovable, isDecidable, type ElementActions } from './useElementActions.ts';

// The reader of files is large: it comes with the first file that somebody looks at.
const FilePreview = lazy(() => import('../annotator/FilePreview.tsx'));

/** Above it the bytes are fetched only when somebody asks for them. */
const SHOWN_BY_ITSELF = 25 * 1024 * 1024;

interface PreviewPaneProps {
  element: Element;
  asBorrower: boolean;
  people: readonly Person[];
  actions: ElementActions;
  onReject: () => void;
  onClose: () => void;
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={classes.fact}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Facts({
  element,
  asBorrower,
  people,
}: Pick<PreviewPaneProps, 'element' | 'asBorrower' | 'people'>) {
  const now = useNow();
  const { answer } = element;
  const file = answer?.document;
  const assignee = people.find(({ id }) => id === element.assignedToUserId);
  return (
    <dl className={classes.facts}>
      <Fact label="Status">
        <StatusChip {...statusOf(element, asBorrower)} />
      </Fact>
      {element.rejectionReason && <Fact label="Sent back">{element.rejectionReason}</Fact>}
      {file && (
        <Fact label="Uploaded by">
          {file.createdByUser ? personName(file.createdByUser) : 'Somebody'},{' '}
          {formatModified(file.createdDate, now)}
        </Fact>
      )}
      {file && (
        <Fact label="File">
          <span className={classes.file}>
            {withoutExtension(file.name)}, {formatSize(file.size)}
            {isClean(element) && <DownloadButton documentId={file.id} title={element.title} />}
          </span>
        </Fact>
      )}
      {element.form && (
        <Fact label="To fill in">
          <span className={classes.file}>
            {element.form.name}, {formatSize(element.form.size)}
            <DownloadButton documentId={element.form.id} title={element.form.name} />
          </span>
        </Fact>
      )}
      {answer && element.questionType && <Fact label="Answer">{formatAnswer(answer.value)}</Fact>}
      {assignee && <Fact label="Assignee">{personName(assignee)}</Fact>}
      {element.dueDate && <Fact label="Due">{formatDay(element.dueDate)}</Fact>}
      {element.expirationDate && <Fact label="Expires">{formatDay(element.expirationDate)}</Fact>}
      {element.rule && <Fact label="Asked because">{ruleWords(element.rule)}</Fact>}
      {element.hidden && <Fact label="Seen by">The lender only</Fact>}
    </dl>
  );
}

/** The file that can be shown, if there is one. */
function shownFile(element: Element) {
  const file = element.answer?.document;
  return file && isClean(element) && kindOf(file.name) === 'pdf' ? file : undefined;
}

function ShownFile({ element }: { element: Element }) {
  const file = shownFile(element);
  const [asked, setAsked] = useState<string>();
  if (!file) return null;
  if ((file.size ?? 0) > SHOWN_BY_ITSELF && asked !== file.id) {
    return (
      <div className={classes.large}>
        <Button variant="default" onClick={() => setAsked(file.id)}>
          Show the file ({formatSize(file.size)})
        </Button>
      </div>
    );
  }
  return (
    <Suspense fallback={<div className={classes.waits} />}>
      <FilePreview key={file.id} documentId={file.id} />
    </Suspense>
  );
}

/** To the file over the whole window, where it can be marked up. */
function OpenFile({ element }: { element: Element }) {
  const file = shownFile(element);
  if (!file) return null;
  return (
    <Button
      className={classes.open ?? ''}
      variant="default"
      fullWidth
      leftSection={<IconHighlight size={16} stroke={1.7} aria-hidden />}
      renderRoot={(root) => (
        <Link {...root} to={routes.annotator} search={{ documentId: file.id }} />
      )}
    >
      {element.abilities.answer ? 'Mark up' : 'Read'}
    </Button>
  );
}

/** Earlier answers, and what became of them. */
function History({ element }: { element: Element }) {
  const { data } = useCall('listAnswers', {
    params: { id: element.loanId, elementId: element.elementId },
  });
  const now = useNow();
  if (!data || data.past.length === 0) return null;
  return (
    <section className={classes.history}>
      <h3>Earlier answers</h3>
      <ul>
        {data.past.map((past) => (
          <li key={past.id}>
            <strong>
              {past.document ? withoutExtension(past.document.name) : formatAnswer(past.value)}
            </strong>
            <span>
              {past.answeredByUser ? personName(past.answeredByUser) : 'Somebody'},{' '}
              {formatModified(past.answeredDate, now)}
              {past.ended === 'DELETED' ? ', taken back' : ''}
            </span>
            {past.rejectionReason && <span>Sent back: {past.rejectionReason}</span>}
            <PastAnswerActions element={element} past={past} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The right-hand pane: what is known of one item, and the decision about it. */
export function PreviewPane({
  element,
  asBorrower,
  people,
  actions,
  onReject,
  onClose,
}: PreviewPaneProps) {
  return (
    <aside className={classes.pane} aria-label="Preview">
      <header className={classes.head}>
        <div>
          <h2>{element.title}</h2>
          {element.description && <p>{element.description}</p>}
        </div>
        <ActionIcon size={28} aria-label="Close the preview" onClick={onClose}>
          <IconX size={16} stroke={1.7} aria-hidden />
        </ActionIcon>
      </header>
      <ShownFile element={element} />
      <div className={classes.body} data-under-file={shownFile(element) !== undefined || undefined}>
        <Facts element={element} asBorrower={asBorrower} people={people} />
        <OpenFile element={element} />
        <TakeBack element={element} />
        {element.questionType && element.abilities.answer && (
          <QuestionForm key={`${element.id} ${element.version}`} element={element} />
        )}
        <SharedWith element={element} people={people} />
        {element.storageType === 'FILE' && <History element={element} />}
      </div>
      {element.abilities.answer && !element.questionType && !isDecidable(element) && (
        <footer className={classes.foot}>
          <UploadButton element={element} wanted={isWanted(element)} />
        </footer>
      )}
      {isDecidable(element) && (
        <footer className={classes.foot}>
          {element.approved ? (
            <Button variant="default" fullWidth onClick={() => actions.unapprove([element])}>
              Take the approval back
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
        </footer>
      )}
    </aside>
  );
}
