import { getRouteApi } from '@tanstack/react-router';
import { NotFoundPage } from '../../app/NotFoundPage.tsx';
import classes from './Annotator.module.css';
import { Marking } from './Marking.tsx';
import { Blocked, Checking, Failed, Loading, Unshowable } from './Notices.tsx';
import { type OpenedFile, useOpenedFile } from './useOpenedFile.ts';

const route = getRouteApi('/shell/annotator');

function Shown({ file }: { file: OpenedFile }) {
  switch (file.state) {
    case 'missing':
      return <NotFoundPage />;
    case 'failed':
      return <Failed again={file.again} />;
    case 'checking':
      return <Checking document={file.document} />;
    case 'blocked':
      return <Blocked document={file.document} />;
    case 'unshowable':
      return <Unshowable document={file.document} />;
    case 'here':
      return <Marking document={file.document} content={file.content} />;
    default:
      return <Loading document={file.document} />;
  }
}

function OneFile({ documentId }: { documentId: string }) {
  return <Shown file={useOpenedFile(documentId)} />;
}

/** One file of a loan's package, over the whole window. */
export function AnnotatorPage() {
  const { documentId } = route.useSearch();
  if (documentId === undefined) return <NotFoundPage />;
  return (
    <div className={classes.page}>
      <OneFile key={documentId} documentId={documentId} />
    </div>
  );
}
