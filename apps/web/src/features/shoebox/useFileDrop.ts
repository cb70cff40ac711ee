import { type DragEvent, useEffect, useState } from 'react';
import { carriesFiles } from './dragTypes.ts';
import { droppedFiles } from '../documents/droppedFiles.ts';
import { type Place, uploadToShoebox } from './uploads.ts';

/** The whole page takes files from the desktop; beside it a drop would replace the page with the file. */
export function useFileDrop(userId: string, place: Place) {
  const [over, setOver] = useState(false);
  useEffect(() => {
    const keep = (event: Event) => event.preventDefault();
    window.addEventListener('dragover', keep);
    window.addEventListener('drop', keep);
    return () => {
      window.removeEventListener('dragover', keep);
      window.removeEventListener('drop', keep);
    };
  }, []);
  const handlers = {
    onDragOver: (event: DragEvent) => {
      if (!carriesFiles(event)) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = 'copy';
      setOver(true);
    },
    onDragLeave: (event: DragEvent<HTMLElement>) => {
      if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
    },
    onDrop: (event: DragEvent) => {
      if (!carriesFiles(event)) return;
      event.preventDefault();
      setOver(false);
      void droppedFiles(event.dataTransfer).then((files) => uploadToShoebox(userId, files, place));
    },
  };
  return { over, handlers };
}
