import type { Document, Element } from '@cairn/contract';
import { isHeic, isOfficeFile } from '@cairn/contract/file-terms';
import { lazy, Suspense } from 'react';

const EditOffice = lazy(() => import('../documents/EditOffice.tsx'));
const JpegCopy = lazy(() => import('../documents/JpegCopy.tsx'));

interface FileActionsProps {
  element: Element;
  /** The clean file that answers it. */
  file: Document | undefined;
  asBorrower: boolean;
}

/** What can be done with the file of an answer, besides reading and replacing it. */
export function FileActions({ element, file, asBorrower }: FileActionsProps) {
  if (!file) return null;
  const mayEdit = !asBorrower && element.abilities.answer && isOfficeFile(file.name);
  return (
    <Suspense fallback={null}>
      {isHeic(file.name) && <JpegCopy key={file.id} documentId={file.id} />}
      {mayEdit && <EditOffice key={file.id} document={file} />}
    </Suspense>
  );
}
