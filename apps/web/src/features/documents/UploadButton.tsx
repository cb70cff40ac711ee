import type { Element } from '@cairn/contract';
import { Button, Flex } from '@mantine/core';
import { IconCamera, IconUpload } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useStore } from '../../lib/store.ts';
import { chooseFiles } from './chooseFile.ts';
import classes from './Documents.module.css';
import { continueCapture, draftedPages, startCapture } from './photographedPages.ts';
import { RowButton, RowIcon } from './RowButton.tsx';
import { uploadAnswers } from './upload.ts';
import type { Upload } from './uploads.ts';

const chooseFor = (element: Element) => () =>
  chooseFiles((files) => void uploadAnswers(element, files));

interface UploadButtonProps {
  element: Element;
  /** Labeled where a file is missing; only an icon where there is one already. */
  wanted: boolean;
}

export function UploadButton({ element, wanted }: UploadButtonProps) {
  const choose = chooseFor(element);
  return wanted ? (
    <RowButton icon={IconUpload} label={`Upload ${element.title}`} onClick={choose}>
      Upload
    </RowButton>
  ) : (
    <RowIcon
      icon={IconUpload}
      label={`Replace ${element.title}`}
      hintText="Replace"
      onClick={choose}
    />
  );
}

/** Photographed pages that wait in this browser, for one request. */
function useDraftedPages({ id }: Element): number {
  return useStore(draftedPages).counts[id] ?? 0;
}

const pagesWord = (count: number): string => (count === 1 ? '1 page' : `${count} pages`);

/** Where there is a touch screen there is a camera; elsewhere only pages that were begun are shown. */
export function PhotoButton({ element, filled = false }: { element: Element; filled?: boolean }) {
  const pages = useDraftedPages(element);
  return (
    <Button
      className={classes.photos ?? ''}
      data-begun={pages > 0 || undefined}
      variant={filled ? 'filled' : 'default'}
      leftSection={<IconCamera size={16} stroke={1.7} aria-hidden />}
      aria-label={
        pages > 0
          ? `Continue, ${pagesWord(pages)} of ${element.title}`
          : `Take photos of ${element.title}`
      }
      onClick={() => (pages > 0 ? continueCapture(element) : void startCapture(element))}
    >
      {pages > 0 ? `Continue, ${pagesWord(pages)}` : 'Take photos'}
    </Button>
  );
}

interface UploadOnCardProps {
  element: Element;
  filled: boolean;
  /** Another way to answer the request, shown first. */
  children?: ReactNode;
}

/** The look of a button on a card. */
export const onCard = classes.onCard ?? '';

/** On a card of its own, as large as a thumb; filled where it is the thing to do. */
export function UploadOnCard({ element, filled, children }: UploadOnCardProps) {
  const hasDraft = useDraftedPages(element) > 0;
  return (
    <Flex className={classes.onCards ?? ''} gap="xs" wrap="wrap">
      {children}
      <PhotoButton element={element} filled={filled && hasDraft} />
      <Button
        className={onCard}
        variant={filled && !hasDraft ? 'filled' : 'default'}
        leftSection={<IconUpload size={14} stroke={1.7} aria-hidden />}
        aria-label={`Upload ${element.title}`}
        onClick={chooseFor(element)}
      >
        Upload
      </Button>
    </Flex>
  );
}

/** Until the bytes have arrived: a file that is being saved is no longer taken back. */
export function CancelOnCard({ title, upload }: { title: string; upload: Upload }) {
  if (upload.state === 'saving') return null;
  return (
    <Button
      className={onCard}
      variant="default"
      aria-label={`Cancel the upload of ${title}`}
      onClick={upload.cancel}
    >
      Cancel
    </Button>
  );
}
