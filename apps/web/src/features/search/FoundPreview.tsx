import type { Found } from '@cairn/contract';
import { ActionIcon, Button, UnstyledButton } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useMemo, useState } from 'react';
import { wordsToMark } from '../../lib/foundLink.ts';
import { routes } from '../../lib/routes.ts';
import classes from './Search.module.css';

// The file viewer is large: it is loaded with the first preview.
const FilePreview = lazy(() => import('../annotator/FilePreview.tsx'));

export type TextFound = Extract<Found, { kind: 'TEXT' }>;

interface FoundPreviewProps {
  found: TextFound;
  q: string;
  onClose: () => void;
}

/** The document beside the results, on the first page that has the words. */
export function FoundPreview({ found, q, onClose }: FoundPreviewProps) {
  const [page, setPage] = useState(found.pages[0]!);
  const words = useMemo(() => wordsToMark(found, q), [found, q]);
  const start = useMemo(() => ({ page, words }), [page, words]);
  return (
    <aside className={classes.preview} aria-label={`Preview of ${found.title}`}>
      <header className={classes.previewHead}>
        <h2>{found.title}</h2>
        <ActionIcon size={28} aria-label="Close the preview" onClick={onClose}>
          <IconX size={16} stroke={1.7} aria-hidden />
        </ActionIcon>
      </header>
      <Suspense fallback={<div className={classes.previewBody} />}>
        <FilePreview documentId={found.id} start={start} />
      </Suspense>
      <footer className={classes.previewFoot}>
        <dl>
          <dt>Loan</dt>
          <dd>{found.loanName}</dd>
          <dt>Pages</dt>
          <dd className={classes.pages}>
            {found.pages.map((each) => (
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
            {found.pagesFound > found.pages.length &&
              `and ${found.pagesFound - found.pages.length} more`}
          </dd>
        </dl>
        <div className={classes.actions}>
          {found.elementId !== null && (
            <Button
              variant="default"
              renderRoot={(root) => (
                <Link
                  {...root}
                  to={routes.loan}
                  params={{ loanId: found.loanId }}
                  search={{
                    view: 'package',
                    ...(found.folderId && { folder: found.folderId }),
                    item: found.elementId!,
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
                search={{ documentId: found.id, page, find: words }}
              />
            )}
          >
            Open page {page}
          </Button>
        </div>
      </footer>
    </aside>
  );
}
