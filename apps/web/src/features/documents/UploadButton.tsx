import type { Element } from '@cairn/contract';
import { Button } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { chooseFile } from './chooseFile.ts';
import classes from './Documents.module.css';
import { RowButton, RowIcon } from './RowButton.tsx';
import { uploadAnswer } from './upload.ts';

const chooseFor = (element: Element) => () =>
  chooseFile((file) => void uploadAnswer(element, file));

interface UploadButtonProps {
  element: Element;
  /** Where a file is waited for the button says so; where one is there already it stays quiet. */
  wanted: boolean;
}

export function UploadButton({ element, wanted }: UploadButtonProps) {
  const choose = chooseFor(element);
  return wanted ? (
    <RowButton icon={IconUpload} label={`Upload ${element.title}`} onClick={choose}>
      Upload
    </RowButton>
  ) : (
    <RowIcon icon={IconUpload} label={`Replace ${element.title}`} said="Replace" onClick={choose} />
  );
}

/** On a card of its own, as large as a thumb; filled where it is the thing to do. */
export function UploadOnCard({ element, filled }: { element: Element; filled: boolean }) {
  return (
    <Button
      className={classes.onCard ?? ''}
      variant={filled ? 'filled' : 'default'}
      leftSection={<IconUpload size={14} stroke={1.7} aria-hidden />}
      aria-label={`Upload ${element.title}`}
      onClick={chooseFor(element)}
    >
      Upload
    </Button>
  );
}
