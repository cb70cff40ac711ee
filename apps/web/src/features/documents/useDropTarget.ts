import type { Element } from '@cairn/contract';
import { messageOf } from '@cairn/contract/errors';
import { type DragEvent, useState } from 'react';
import { toast } from '../../kit/toast.ts';
import { uploadAnswer } from './upload.ts';

export const ONE_FILE = 'Drop one file at a time on a document.';

const carriesFiles = (event: DragEvent): boolean => event.dataTransfer.types.includes('Files');

function takeDrop(element: Element, event: DragEvent): void {
  const items = [...event.dataTransfer.items].filter(({ kind }) => kind === 'file');
  const file = event.dataTransfer.files[0];
  if (items.length > 1) toast.error(ONE_FILE);
  // A folder arrives as a file that cannot be read.
  else if (items[0]?.webkitGetAsEntry()?.isDirectory) toast.error(messageOf('FILE_TOO_SMALL'));
  else if (file) void uploadAnswer(element, file);
}

/** Makes the row of a requested document take a dropped file, where the caller may answer it. */
export function useDropTarget(element: Element) {
  const [over, setOver] = useState(false);
  if (!element.abilities.answer) return { over: false, handlers: {} };
  const handlers = {
    onDragOver: (event: DragEvent) => {
      if (!carriesFiles(event)) return;
      event.preventDefault();
      event.stopPropagation();
      event.dataTransfer.dropEffect = 'copy';
      setOver(true);
    },
    onDragLeave: (event: DragEvent<HTMLElement>) => {
      if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
    },
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      event.stopPropagation();
      setOver(false);
      takeDrop(element, event);
    },
  };
  return { over, handlers };
}
