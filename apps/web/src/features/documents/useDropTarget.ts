import type { Element } from '@cairn/contract';
import { type DragEvent, useState } from 'react';
import { droppedFiles } from './droppedFiles.ts';
import { uploadAnswers } from './upload.ts';

const carriesFiles = (event: DragEvent): boolean => event.dataTransfer.types.includes('Files');

/** Makes the row of a requested document take dropped files, where the caller may answer it. */
export function useDropTarget(element: Element) {
  const [over, setOver] = useState(false);
  if (!element.abilities.answer) return { over: false, handlers: {} };
  const takeDropped = async (dropped: DataTransfer) => {
    const files = await droppedFiles(dropped);
    if (files.length > 0) await uploadAnswers(element, files);
  };
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
      void takeDropped(event.dataTransfer);
    },
  };
  return { over, handlers };
}
