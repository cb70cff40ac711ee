import type { Element } from '@cairn/contract';
import { ActionIcon, Button } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { type ChangeEvent, useRef } from 'react';
import { hint } from '../../kit/hint.ts';
import classes from './Documents.module.css';
import { uploadAnswer } from './upload.ts';

interface UploadButtonProps {
  element: Element;
  /** Where a file is waited for the button says so; where one is there already it stays quiet. */
  wanted: boolean;
  /** On a card of its own, as large as a thumb; filled where it is the thing to do. */
  card?: 'filled' | 'default';
}

export function UploadButton({ element, wanted, card }: UploadButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  const choose = () => input.current?.click();
  const take = (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0];
    // Emptied, so that choosing the same file again is a change again.
    event.target.value = '';
    if (file) void uploadAnswer(element, file);
  };
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={`File for ${element.title}`}
        onChange={take}
      />
      {wanted ? (
        <Button
          className={(card ? classes.onCard : classes.upload) ?? ''}
          variant={card ?? 'default'}
          {...(card ? {} : { size: 'compact-sm' })}
          leftSection={<IconUpload size={14} stroke={1.7} aria-hidden />}
          aria-label={`Upload ${element.title}`}
          onClick={choose}
        >
          Upload
        </Button>
      ) : (
        <ActionIcon
          className={classes.icon ?? ''}
          size={28}
          aria-label={`Replace ${element.title}`}
          onClick={choose}
          {...hint('Replace')}
        >
          <IconUpload size={16} stroke={1.7} aria-hidden />
        </ActionIcon>
      )}
    </>
  );
}
