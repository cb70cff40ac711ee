import type { ExistingDocument } from '@cairn/contract';
import { Box, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import { useNow } from '../../lib/clock.ts';
import { formatModified, inSentence } from '../../lib/format/dates.ts';
import { routes } from '../../lib/routes.ts';
import { useCall } from '../../lib/useCall.ts';

const TYPING_MS = 400;
/** The maximum number of titles that one call accepts. */
const AT_ONCE = 20;
/** Shorter titles match unrelated files. */
const MIN_LETTERS = 4;

interface ExistingDocumentsProps {
  loanId: string;
  /** The folder of the request. */
  parentId: string | null;
  titles: readonly string[];
}

function Found({ document, loanId }: { document: ExistingDocument; loanId: string }) {
  const now = useNow();
  const where =
    document.loanId === loanId ? document.title : `${document.loanName}, ${document.title}`;
  return (
    <li>
      <Link
        to={routes.loan}
        params={{ loanId: document.loanId }}
        search={{
          view: 'package',
          ...(document.folderId && { folder: document.folderId }),
          item: document.elementId,
        }}
        target="_blank"
      >
        {document.name}
      </Link>{' '}
      in {where}, uploaded {inSentence(formatModified(document.answeredDate, now))}
    </li>
  );
}

function Matches({ loanId, parentId, titles }: ExistingDocumentsProps) {
  const query = { title: [...titles], ...(parentId && { parentId }) };
  // The matches are only a hint: if the call fails, no error is shown and the request can still be sent.
  const { data } = useCall(
    'findExistingDocuments',
    { params: { id: loanId }, query },
    { onFailure: () => true },
  );
  return data?.matches.map(({ title, documents }) => (
    <Box
      key={title}
      component="output"
      display="block"
      p="sm"
      bdrs="md"
      bg="var(--orange-bg)"
      c="var(--orange-fg)"
      fz="table"
      lh="table"
    >
      <Text component="strong" size="table" fw={600}>
        You may already have {title}
      </Text>
      <ul>
        {documents.map((document) => (
          <Found key={document.documentId} document={document} loanId={loanId} />
        ))}
      </ul>
      <Text size="meta" mt="s4">
        You can request it anyway.
      </Text>
    </Box>
  ));
}

/** Lists existing files that look like the requested ones before the request is sent. It never blocks sending. */
export default function ExistingDocuments({ titles, ...place }: ExistingDocumentsProps) {
  const key = titles
    .filter((title) => title.length >= MIN_LETTERS && title.length <= 255)
    .join('\n');
  const [settled] = useDebouncedValue(key, TYPING_MS);
  const settledTitles = settled === '' ? [] : settled.split('\n');
  return Array.from({ length: Math.ceil(settledTitles.length / AT_ONCE) }, (_, index) => (
    // Titles are compared in batches, and the position of a batch is its only identity.
    // oxlint-disable-next-line react/no-array-index-key
    <Matches
      key={index}
      {...place}
      titles={settledTitles.slice(index * AT_ONCE, (index + 1) * AT_ONCE)}
    />
  ));
}
