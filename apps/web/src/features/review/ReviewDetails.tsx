import type { ReviewingNotice, ReviewItem } from '@cairn/contract';
import { DOES_NOT_APPLY_REASONS } from '@cairn/contract/element-terms';
import { DOCUMENT_FLAGS, type DocumentFlag } from '@cairn/contract/template-terms';
import { Box, Button, Flex, Group, Text } from '@mantine/core';
import {
  IconEye,
  IconLayoutColumns,
  IconPlayerTrackNext,
  IconScissors,
  IconShieldCheck,
} from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useNow } from '../../lib/clock.ts';
import { formatModified } from '../../lib/format/dates.ts';
import { personName, withoutExtension } from '../../lib/format/names.ts';
import { formatSize } from '../../lib/format/sizes.ts';
import { useCall } from '../../lib/useCall.ts';
import { Keys } from '../../ui/Keys.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { DownloadButton } from '../documents/DownloadButton.tsx';
import { Checks } from './Checks.tsx';
import { EarlierVersions } from './EarlierVersions.tsx';
import { outcomeText } from './QueueList.tsx';
import { RejectForm } from './RejectForm.tsx';
import classes from './Review.module.css';
import { type Entry, isOpen } from './reviewQueue.ts';
import type { Decision, Rejection } from './useReviewQueue.ts';
import { Fact } from '../../ui/DescriptionList.tsx';

const RequestActivity = lazy(() => import('../audit/RequestActivity.tsx'));
const DocumentNotes = lazy(() => import('../notes/DocumentNotes.tsx'));
const CompareSelect = lazy(() => import('../compare/CompareSelect.tsx'));

export type CheckKind = ReviewItem['checks'][number]['kind'];

interface ReviewDetailsProps {
  entry: Entry;
  /** Number of documents that a decision applies to. */
  chosen: number;
  rejecting: boolean;
  earlier: string | null;
  checked: CheckKind | null;
  lookers: readonly ReviewingNotice[];
  last: Decision | undefined;
  onApprove: () => void;
  onReject: (why: Rejection) => void;
  onRejecting: (rejecting: boolean) => void;
  onEarlier: (documentId: string | null) => void;
  onCheck: (check: ReviewItem['checks'][number] | null) => void;
  onStepCheck: (by: 1 | -1) => void;
  onUndo: () => void;
  /** Undefined if no other document is left to decide. */
  onSkip: (() => void) | undefined;
  /** Undefined if the document has no pages or is already decided. */
  onSplit: (() => void) | undefined;
}

/** The names of a request's flags. A flag is something that the lender expects in the document, such as a signature. */
const flagNames = (flags: readonly string[]): string =>
  flags.map((flag) => DOCUMENT_FLAGS[flag as DocumentFlag] ?? flag).join(', ');

function Facts({ entry: { item } }: { entry: Entry }) {
  const now = useNow();
  const file = item.document;
  return (
    <dl className={classes.facts}>
      {item.entity && <Fact label="About">{item.entity}</Fact>}
      {item.folder && <Fact label="Folder">{item.folder}</Fact>}
      {file && (
        <Fact label="Uploaded">
          {file.createdByUser ? personName(file.createdByUser) : 'Someone'},{' '}
          {formatModified(file.createdDate, now)}
        </Fact>
      )}
      {file && (
        <Fact label="File">
          <Flex component="span" align="center" gap="s4">
            {withoutExtension(file.name)}, {formatSize(file.size)}
            <DownloadButton documentId={file.id} title={item.title} />
          </Flex>
        </Fact>
      )}
      {file && (
        <Fact label="Virus check">
          <span className={classes.clean}>
            <IconShieldCheck size={16} stroke={1.7} aria-hidden /> Clean
          </span>
        </Fact>
      )}
      {item.doesNotApply && (
        <Fact label="Doesn’t apply">{DOES_NOT_APPLY_REASONS[item.doesNotApply.code]}</Fact>
      )}
      {item.note && <Fact label="Note">{item.note}</Fact>}
      {item.flags.length > 0 && <Fact label="Flags">{flagNames(item.flags)}</Fact>}
    </dl>
  );
}

interface CompareProps {
  item: ReviewItem;
  shown: string | null;
  onShow: (documentId: string | null) => void;
}

/** The files of the loan load only after the reviewer opens the comparison. */
function Compare({ item, shown, onShow }: CompareProps) {
  const [isOpened, setOpened] = useState(false);
  const file = item.document;
  if (file?.contentState !== 'READY') return null;
  if (!isOpened) {
    return (
      <Button
        variant="default"
        mt="md"
        leftSection={<IconLayoutColumns size={16} stroke={1.7} aria-hidden />}
        onClick={() => setOpened(true)}
      >
        Compare
      </Button>
    );
  }
  const { id: elementId, loanId, title } = item;
  return (
    <Box mt="md">
      <Suspense>
        <CompareSelect
          compared={{ loanId, elementId, documentId: file.id, title }}
          value={shown}
          onChoose={onShow}
        />
      </Suspense>
    </Box>
  );
}

type View = 'REVIEW' | 'NOTES' | 'ACTIVITY';

interface ViewProps {
  item: ReviewItem;
  shown: View;
  onShow: (shown: View) => void;
}

function ViewChoice({ item: { loanId, id: elementId }, shown, onShow }: ViewProps) {
  const { data } = useCall('listNotes', {
    params: { loanId },
    query: { elementId, status: 'OPEN' },
  });
  const open = data?.counts.open ?? 0;
  return (
    <Box mb="sm">
      <Segmented
        label="Show"
        options={[
          { value: 'REVIEW', label: 'Review' },
          { value: 'NOTES', label: open > 0 ? `Notes ${open}` : 'Notes' },
          { value: 'ACTIVITY', label: 'Activity' },
        ]}
        value={shown}
        onChange={onShow}
      />
    </Box>
  );
}

/** Facts about the document and the decision. The decision buttons are always visible. */
export function ReviewDetails(props: ReviewDetailsProps) {
  const { entry, chosen, rejecting, earlier, lookers, last } = props;
  const { item } = entry;
  const [view, setView] = useState<View>('REVIEW');
  const several = chosen > 1;
  const blocked = item.needsOtherReviewer && !several;
  return (
    <aside className={classes.details} aria-label="Decision">
      <div className={classes.about}>
        {!rejecting && <ViewChoice item={item} shown={view} onShow={setView} />}
        <Text component="h2" size="section" fw={600}>
          {several && rejecting ? `${chosen} documents` : item.title}
        </Text>
        {item.description && (
          <Text size="table" mt="s4" c="var(--ink-2)">
            {item.description}
          </Text>
        )}
        {lookers.map(({ userId, name }) => (
          <Flex
            component="p"
            key={userId}
            align="center"
            gap="xs"
            mt="sm"
            py="xs"
            px="s10"
            bdrs="md"
            bg="var(--blue-bg)"
            c="var(--blue-fg)"
            fz="meta"
            lh="meta"
          >
            <IconEye size={16} stroke={1.7} aria-hidden />
            {name} is looking at this now.
          </Flex>
        ))}
        {rejecting && (
          <RejectForm onReject={props.onReject} onCancel={() => props.onRejecting(false)} />
        )}
        {!rejecting && view === 'ACTIVITY' && (
          <Box mt="md">
            <Suspense>
              <RequestActivity loanId={item.loanId} elementId={item.id} />
            </Suspense>
          </Box>
        )}
        {!rejecting && view === 'NOTES' && (
          <Box mt="md">
            <Suspense>
              <DocumentNotes loanId={item.loanId} elementId={item.id} />
            </Suspense>
          </Box>
        )}
        {!rejecting && view === 'REVIEW' && (
          <>
            <Facts entry={entry} />
            <Checks
              item={item}
              chosen={props.checked}
              onChoose={props.onCheck}
              onStep={props.onStepCheck}
            />
            <EarlierVersions item={item} shown={earlier} onShow={props.onEarlier} />
            <Compare item={item} shown={earlier} onShow={props.onEarlier} />
          </>
        )}
      </div>
      {!rejecting && (
        <footer className={classes.foot}>
          {last && (
            <Flex
              component="p"
              align="center"
              justify="space-between"
              gap="xs"
              c="var(--ink-2)"
              fz="meta"
              lh="meta"
            >
              <span className={classes.lastWords}>
                {last.state === 'APPROVED' ? 'Approved' : 'Rejected'}: {last.title}
              </span>
              <button type="button" className={classes.undo} onClick={props.onUndo}>
                Undo <Keys keys="u" />
              </button>
            </Flex>
          )}
          {blocked && (
            <p className={classes.notice}>
              You uploaded this file, so someone else must approve it.
            </p>
          )}
          {isOpen(entry) || several ? (
            <div className={classes.buttons}>
              <Button
                variant="default"
                rightSection={<Keys keys="r" />}
                onClick={() => props.onRejecting(true)}
              >
                Reject{several ? ` ${chosen}` : ''}
              </Button>
              <Button disabled={blocked} rightSection={<Keys keys="a" />} onClick={props.onApprove}>
                Approve{several ? ` ${chosen}` : ''}
              </Button>
            </div>
          ) : (
            <p className={classes.notice}>{outcomeText(entry)}.</p>
          )}
          <Group justify="center" gap={0} wrap="nowrap">
            {props.onSkip && (
              <Button
                variant="subtle"
                color="gray"
                leftSection={<IconPlayerTrackNext size={16} stroke={1.7} aria-hidden />}
                rightSection={<Keys keys="s" />}
                onClick={props.onSkip}
              >
                Skip
              </Button>
            )}
            {props.onSplit && !several && (
              <Button
                variant="subtle"
                color="gray"
                aria-haspopup="dialog"
                leftSection={<IconScissors size={16} stroke={1.7} aria-hidden />}
                rightSection={<Keys keys="p" />}
                onClick={props.onSplit}
              >
                Split pages
              </Button>
            )}
          </Group>
        </footer>
      )}
    </aside>
  );
}
