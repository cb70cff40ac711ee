import type { Document, Element } from '@cairn/contract';
import { isHeic, isOfficeFile } from '@cairn/contract/file-terms';
import { Button } from '@mantine/core';
import { IconFileStack, IconLayoutColumns, IconScissors } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { chooseFiles } from '../documents/chooseFile.ts';
import { uploadAnswers } from '../documents/upload.ts';

const ComparePages = lazy(() => import('../compare/ComparePages.tsx'));
const EditOffice = lazy(() => import('../documents/EditOffice.tsx'));
const JpegCopy = lazy(() => import('../documents/JpegCopy.tsx'));
const SplitPages = lazy(() => import('../split-pages/SplitPages.tsx'));

interface FileActionsProps {
  element: Element;
  /** The file of the answer, if it is clean. */
  file: Document | undefined;
  asBorrower: boolean;
}

/** Actions on the file of an answer, other than opening and replacing it. */
export function FileActions({ element, file, asBorrower }: FileActionsProps) {
  const [dialog, setDialog] = useState<'split' | 'compare' | null>(null);
  const close = () => setDialog(null);
  const document = element.answer?.document;
  if (!document) return null;
  const isReady = file?.contentState === 'READY';
  // Not for a link: its file is the answer to another request.
  const maySplit =
    !asBorrower && element.abilities.decide && element.id === element.elementId && isReady;
  const mayCompare = !asBorrower && isReady;
  // Creates one PDF from this file and the chosen files. The original files are kept.
  const mayMerge = element.abilities.answer && element.id === element.elementId && isReady;
  const mayEdit = !asBorrower && element.abilities.answer && isOfficeFile(document.name);
  return (
    <Suspense fallback={null}>
      {maySplit && (
        <Button
          variant="default"
          size="compact-sm"
          aria-haspopup="dialog"
          leftSection={<IconScissors size={16} stroke={1.7} aria-hidden />}
          onClick={() => setDialog('split')}
        >
          Split pages
        </Button>
      )}
      {mayMerge && (
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<IconFileStack size={16} stroke={1.7} aria-hidden />}
          onClick={() =>
            chooseFiles((files) => void uploadAnswers(element, files, { isMerged: true }))
          }
        >
          Add pages
        </Button>
      )}
      {mayCompare && (
        <Button
          variant="default"
          size="compact-sm"
          aria-haspopup="dialog"
          leftSection={<IconLayoutColumns size={16} stroke={1.7} aria-hidden />}
          onClick={() => setDialog('compare')}
        >
          Compare
        </Button>
      )}
      {dialog === 'split' && (
        <SplitPages
          loanId={element.loanId}
          elementId={element.id}
          documentId={document.id}
          onClose={close}
        />
      )}
      {dialog === 'compare' && (
        <ComparePages
          compared={{
            loanId: element.loanId,
            elementId: element.elementId,
            documentId: document.id,
            title: element.title,
          }}
          onClose={close}
        />
      )}
      {file && isHeic(file.name) && <JpegCopy key={file.id} documentId={file.id} />}
      {mayEdit && <EditOffice key={document.id} document={document} isClean={file !== undefined} />}
    </Suspense>
  );
}
