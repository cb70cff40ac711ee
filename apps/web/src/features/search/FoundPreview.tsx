import type { Found } from '@cairn/contract';
import { ActionIcon, Box, Button, Flex, Group, Stack, UnstyledButton } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useMemo, useState } from 'react';
import { type Command, useCommands } from '../../lib/commands.ts';
import { useEventCallback } from '../../lib/useEventCallback.ts';
import { wordsToMark } from '../../lib/foundLink.ts';
import { routes } from '../../lib/routes.ts';
import classes from './Search.module.css';

// The file viewer is large, so it is loaded with the first preview.
const FilePreview = lazy(() => import('../annotator/FilePreview.tsx'));

export type TextFound = Extract<Found, { kind: 'TEXT' }>;

interface FoundPreviewProps {
  result: TextFound;
  q: string;
  onClose: () => void;
}

/** Preview of a document beside the results, opened at the first page with a match. */
export function FoundPreview({ result, q, onClose }: FoundPreviewProps) {
  const [page, setPage] = useState(result.pages[0]!);
  const words = useMemo(() => wordsToMark(result, q), [result, q]);
  const nextMatch = useEventCallback(() =>
    setPage(result.pages[(result.pages.indexOf(page) + 1) % result.pages.length]!),
  );
  const keys = useMemo<Command[]>(
    () => [{ keys: 'n', label: 'Next match', where: 'page', keyOnly: true, run: nextMatch }],
    [nextMatch],
  );
  useCommands(keys);
  const start = useMemo(() => ({ page, words }), [page, words]);
  return (
    <Stack
      component="aside"
      className={classes.preview}
      pos="sticky"
      top="var(--banners, 0rem)"
      gap={0}
      flex="1 1 24rem"
      miw={352}
      h="calc(100dvh - var(--banners, 0rem))"
      bg="var(--surface)"
      aria-label={`Preview of ${result.title}`}
    >
      <Group
        component="header"
        className={classes.previewHead}
        gap="xs"
        wrap="nowrap"
        justify="space-between"
        pt="sm"
        pr="md"
        pb="sm"
        pl="s20"
      >
        <h2>{result.title}</h2>
        <ActionIcon size={28} aria-label="Close the preview" onClick={onClose}>
          <IconX size={16} stroke={1.7} aria-hidden />
        </ActionIcon>
      </Group>
      <Suspense fallback={<Box flex={1} bg="var(--canvas)" />}>
        <FilePreview documentId={result.id} start={start} />
      </Suspense>
      <Box component="footer" className={classes.previewFoot} pt="sm" px="s20" pb="md">
        <dl>
          <dt>Loan</dt>
          <dd>{result.loanName}</dd>
          <dt>Pages</dt>
          <Flex component="dd" wrap="wrap" gap="s4">
            {result.pages.map((each) => (
              <UnstyledButton
                key={each}
                className={classes.pageChip ?? ''}
                aria-label={`Go to page ${each}`}
                aria-pressed={each === page}
                onClick={() => setPage(each)}
              >
                {each}
              </UnstyledButton>
            ))}
            {result.pagesFound > result.pages.length &&
              `and ${result.pagesFound - result.pages.length} more`}
          </Flex>
        </dl>
        <div className={classes.actions}>
          {result.elementId !== null && (
            <Button
              variant="default"
              renderRoot={(root) => (
                <Link
                  {...root}
                  to={routes.loan}
                  params={{ loanId: result.loanId }}
                  search={{
                    view: 'package',
                    ...(result.folderId && { folder: result.folderId }),
                    item: result.elementId!,
                  }}
                />
              )}
            >
              Show in package
            </Button>
          )}
          <Button
            renderRoot={(root) => (
              <Link
                {...root}
                to={routes.annotator}
                search={{ documentId: result.id, page, find: words }}
              />
            )}
          >
            Open page {page}
          </Button>
        </div>
      </Box>
    </Stack>
  );
}
