import { Stack } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo } from 'react';
import { NotFoundPage } from '../../ui/NotFoundPage.tsx';
import classes from './Annotator.module.css';
import { MarkupEditor } from './MarkupEditor.tsx';
import {
  BlockedNotice,
  CheckingNotice,
  FailedNotice,
  LoadingNotice,
  PreparingNotice,
  Unshowable,
} from './Notices.tsx';
import type { Start } from './useFound.ts';
import { type OpenedFile, useOpenedFile } from './useOpenedFile.ts';

const route = getRouteApi('/shell/annotator');

function Shown({ file, start }: { file: OpenedFile; start: Start | undefined }) {
  switch (file.state) {
    case 'missing':
      return <NotFoundPage />;
    case 'failed':
      return <FailedNotice again={file.again} />;
    case 'checking':
      return <CheckingNotice document={file.document} />;
    case 'blocked':
      return <BlockedNotice document={file.document} />;
    case 'preparing':
      return <PreparingNotice document={file.document} />;
    case 'unshowable':
      return <Unshowable document={file.document} />;
    case 'here':
      return <MarkupEditor document={file.document} content={file.content} start={start} />;
    default:
      return <LoadingNotice document={file.document} />;
  }
}

function OneFile({ documentId }: { documentId: string }) {
  const { page, find } = route.useSearch();
  const start = useMemo(
    () => (page === undefined ? undefined : { page, words: find ?? [] }),
    [page, find],
  );
  return <Shown file={useOpenedFile(documentId)} start={start} />;
}

/** Shows one file of a loan's package in the whole window. */
export function AnnotatorPage() {
  const { documentId } = route.useSearch();
  if (documentId === undefined) return <NotFoundPage />;
  return (
    <Stack className={classes.page} gap={0} bg="var(--canvas)">
      <OneFile key={documentId} documentId={documentId} />
    </Stack>
  );
}
