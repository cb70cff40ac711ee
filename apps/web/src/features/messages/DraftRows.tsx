import type { Draft, DraftOnLoan } from '@cairn/contract';
import { textPreview } from '@cairn/contract/message-terms';
import { Box, Button, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useNow } from '../../lib/clock.ts';
import { routes } from '../../lib/routes.ts';
import { useCall } from '../../lib/useCall.ts';
import type { MessagesSearch } from './search.ts';
import classes from './ThreadList.module.css';
import { listedTime } from './times.ts';

/** The list of all loans shows only this many drafts at first, so that the conversations stay in view. */
const SHOWN_FIRST = 3;

interface TitleOf {
  /** Returns the title of a conversation, or undefined if the conversation is not in the list. */
  titleOf: (threadId: string) => string | undefined;
}

const placeOf = ({ threadId }: Pick<Draft, 'threadId'>): MessagesSearch =>
  threadId === null ? { new: '' } : { thread: threadId };

interface RowProps extends TitleOf {
  draft: Pick<DraftOnLoan, 'threadId' | 'subject' | 'textPreview' | 'updatedDate'>;
  /** Name of the loan, set in the list of all loans. */
  loanName?: string;
}

function DraftText({ draft, loanName, titleOf }: RowProps) {
  const { threadId, subject, updatedDate } = draft;
  const now = useNow();
  const title =
    threadId === null ? (subject ?? 'New message') : (titleOf(threadId) ?? subject ?? 'Reply');
  return (
    <>
      <Text span className={classes.title} inherit truncate c="var(--ink)">
        Draft: {loanName === undefined ? title : `${loanName} · ${title}`}
      </Text>
      <Text component="span" size="meta" c="dimmed" ta="right">
        {listedTime(updatedDate, now)}
      </Text>
      <Text span className={classes.second} inherit truncate>
        {draft.textPreview}
      </Text>
    </>
  );
}

interface LoanDraftsProps extends TitleOf {
  loanId: string;
  search: MessagesSearch;
}

/** The user's drafts on a loan, shown above its conversations. */
export function LoanDrafts({ loanId, search, titleOf }: LoanDraftsProps) {
  const { data } = useCall('listDrafts', { params: { loanId } });
  if (!data || data.drafts.length === 0) return null;
  return (
    <Box component="ul" aria-label="Drafts">
      {data.drafts.map((draft) => (
        <li key={draft.id}>
          <Link to="." search={{ ...search, ...placeOf(draft) }} className={classes.row ?? ''}>
            <DraftText
              draft={{ ...draft, textPreview: textPreview(draft.body) }}
              titleOf={titleOf}
            />
          </Link>
        </li>
      ))}
    </Box>
  );
}

/** The user's drafts on all loans. Each opens on the messages page of its loan. */
export function AllDrafts({ titleOf }: TitleOf) {
  const { data } = useCall('listAllDrafts', {});
  const [whole, setWhole] = useState(false);
  if (!data || data.drafts.length === 0) return null;
  const { drafts } = data;
  const more = drafts.length - SHOWN_FIRST;
  return (
    <>
      <Box component="ul" aria-label="Drafts" flex="none">
        {(whole ? drafts : drafts.slice(0, SHOWN_FIRST)).map((draft) => (
          <li key={draft.id}>
            <Link
              to={routes.loanMessages}
              params={{ loanId: draft.loanId }}
              search={placeOf(draft)}
              className={classes.row ?? ''}
            >
              <DraftText draft={draft} loanName={draft.loan.name} titleOf={titleOf} />
            </Link>
          </li>
        ))}
      </Box>
      {!whole && more > 0 && (
        <Button flex="none" my="xs" mx="s20" variant="default" onClick={() => setWhole(true)}>
          {`Show ${more} more ${more === 1 ? 'draft' : 'drafts'}`}
        </Button>
      )}
    </>
  );
}
