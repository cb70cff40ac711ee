import type { Element } from '@cairn/contract';
import { useBrowserDrop } from '../../ui/useBrowserDrop.ts';
import { droppedFiles } from './droppedFiles.ts';
import { uploadAnswers } from './upload.ts';

async function uploadDropped(element: Element, dropped: DataTransfer): Promise<void> {
  const files = await droppedFiles(dropped);
  if (files.length > 0) await uploadAnswers(element, files);
}

/** Lets the row or card of a request accept dropped files if the user may answer the request. */
export const useDropTarget = (element: Element) =>
  useBrowserDrop({
    enabled: element.abilities.answer && element.questionType === null,
    onDrop: (dropped) => void uploadDropped(element, dropped),
  });
