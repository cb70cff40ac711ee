import { useEffect, useEffectEvent, useState } from 'react';
import { carriesFiles } from './dragTypes.ts';
import { droppedFiles } from '../documents/droppedFiles.ts';
import { type Place, uploadToShoebox } from './uploads.ts';

/**
 * What becomes of files over a place: `page` takes them, `other` is a part of the page or the browser's own file input,
 * which takes them itself, and `none` is a dialog over the page.
 */
export type DropTaker = 'page' | 'other' | 'none';

export function dropTaker({
  defaultPrevented,
  target,
}: Pick<DragEvent, 'defaultPrevented' | 'target'>): DropTaker {
  const isInside = (selector: string) => isElement(target) && target.closest(selector) !== null;
  if (defaultPrevented || isInside('input[type=file]')) return 'other';
  return isInside('[role=dialog]') ? 'none' : 'page';
}

const isElement = (target: EventTarget | null): target is Element =>
  target !== null && 'closest' in target;

/**
 * The whole window takes files from the desktop, also beside the list, except those for another part of the page. True
 * while they are over it.
 */
export function useFileDrop(userId: string, place: Place): boolean {
  const [over, setOver] = useState(false);
  const take = useEffectEvent((dropped: DataTransfer) => {
    void droppedFiles(dropped).then((files) => uploadToShoebox(userId, files, place));
  });
  useEffect(() => {
    const listening = new AbortController();
    const { signal } = listening;
    const onDragOver = (event: DragEvent) => {
      if (!carriesFiles(event)) return;
      const taker = dropTaker(event);
      setOver(taker === 'page');
      if (taker === 'other') return;
      // Also over a dialog, where the browser would open the file instead of the page.
      event.preventDefault();
      event.dataTransfer!.dropEffect = taker === 'page' ? 'copy' : 'none';
    };
    const onDragLeave = (event: DragEvent) => {
      if (event.relatedTarget === null) setOver(false);
    };
    const onDrop = (event: DragEvent) => {
      if (!carriesFiles(event)) return;
      setOver(false);
      const taker = dropTaker(event);
      if (taker === 'other') return;
      event.preventDefault();
      if (taker === 'page') take(event.dataTransfer!);
    };
    window.addEventListener('dragover', onDragOver, { signal });
    window.addEventListener('dragleave', onDragLeave, { signal });
    window.addEventListener('drop', onDrop, { signal });
    return () => listening.abort();
  }, []);
  return over;
}
