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
  /** True if the request has no file yet. The button then has a label; otherwise it is only an icon. */
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

/** Number of photographed pages of a request that are saved in this browser and not sent yet. */
function useDraftedPages({ id }: Element): number {
  return useStore(draftedPages).counts[id] ?? 0;
}

const pagesWord = (count: number): string => (count === 1 ? '1 page' : `${count} pages`);

/**
 * On devices with a touch screen, the button is always shown. On other devices it is shown only if pages were already
 * taken.
 */
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
  /** Another way to answer the request. It is shown first. */
  children?: ReactNode;
}

/** Class name of the buttons on a card. */
export const onCard = classes.onCard ?? '';

/** The upload buttons on a task card, with large touch targets. `filled` marks the primary action of the card. */
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

/** Shown until all bytes are sent. An upload that is being saved cannot be canceled. */
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
