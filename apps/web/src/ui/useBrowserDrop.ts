/**
 * Handles drops of the browser's native drag and drop, on a part of the page or anywhere in the window: files from the
 * desktop, and data that a page drags. Rows that are moved by pointer, touch and keyboard use lib/dragAndDrop.ts.
 */
import { type DragEvent, useEffect, useEffectEvent, useState } from 'react';

const FILES = 'Files';

const carries = (
  { dataTransfer }: Pick<globalThis.DragEvent, 'dataTransfer'>,
  type: string,
): boolean => dataTransfer?.types.includes(type) ?? false;

export const carriesFiles = (event: Pick<globalThis.DragEvent, 'dataTransfer'>): boolean =>
  carries(event, FILES);

/** Returns at least 1, because some browsers list the dragged files only once they are dropped. */
const countFiles = ({ items }: DataTransfer): number =>
  [...items].filter(({ kind }) => kind === 'file').length || 1;

interface DropOptions {
  onDrop: (dropped: DataTransfer) => void;
  /** The accepted type of the dragged data; by default, files from the desktop. */
  type?: string;
  effect?: 'copy' | 'move';
  enabled?: boolean;
}

/**
 * Makes an element accept drops. If zones are nested, only the innermost one handles the drop. `count` is the number of
 * files that are dragged over the element, 0 if there are none.
 */
export function useBrowserDrop({
  onDrop,
  type = FILES,
  effect = 'copy',
  enabled = true,
}: DropOptions) {
  const [count, setCount] = useState(0);
  if (!enabled) return { count: 0, over: false, handlers: {} };
  const handlers = {
    onDragEnter: (event: DragEvent) => {
      if (carries(event, type)) setCount(countFiles(event.dataTransfer));
    },
    onDragOver: (event: DragEvent) => {
      if (!carries(event, type)) return;
      event.preventDefault();
      event.stopPropagation();
      event.dataTransfer.dropEffect = effect;
      setCount(countFiles(event.dataTransfer));
    },
    onDragLeave: (event: DragEvent<HTMLElement>) => {
      if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setCount(0);
    },
    // In the capture phase, because a nested zone stops the propagation of the drop event.
    onDropCapture: () => setCount(0),
    onDrop: (event: DragEvent) => {
      if (!carries(event, type)) return;
      event.preventDefault();
      event.stopPropagation();
      onDrop(event.dataTransfer);
    },
  };
  return { count, over: count > 0, handlers };
}

/**
 * Which part of the page handles files at a position: `page` is the page itself, `other` is another part of the page or
 * a native file input, and `none` is a dialog over the page, where files are not accepted.
 */
export type DropReceiver = 'page' | 'other' | 'none';

export function findDropReceiver({
  defaultPrevented,
  target,
}: Pick<globalThis.DragEvent, 'defaultPrevented' | 'target'>): DropReceiver {
  const isInside = (selector: string) => isElement(target) && target.closest(selector) !== null;
  if (defaultPrevented || isInside('input[type=file]')) return 'other';
  return isInside('[role=dialog]') ? 'none' : 'page';
}

const isElement = (target: EventTarget | null): target is Element =>
  target !== null && 'closest' in target;

/**
 * Accepts files anywhere in the window, except where another part of the page accepts them. Returns true while files
 * are dragged over the window.
 */
export function useWindowDrop(onDrop: (dropped: DataTransfer) => void): boolean {
  const [over, setOver] = useState(false);
  const take = useEffectEvent(onDrop);
  useEffect(() => {
    const listening = new AbortController();
    const { signal } = listening;
    const onDragOver = (event: globalThis.DragEvent) => {
      if (!carriesFiles(event)) return;
      const receiver = findDropReceiver(event);
      setOver(receiver === 'page');
      if (receiver === 'other') return;
      // Also over a dialog, because otherwise the browser would navigate to the dropped file.
      event.preventDefault();
      event.dataTransfer!.dropEffect = receiver === 'page' ? 'copy' : 'none';
    };
    const onDragLeave = (event: globalThis.DragEvent) => {
      if (event.relatedTarget === null) setOver(false);
    };
    const onDropped = (event: globalThis.DragEvent) => {
      if (!carriesFiles(event)) return;
      setOver(false);
      const receiver = findDropReceiver(event);
      if (receiver === 'other') return;
      event.preventDefault();
      if (receiver === 'page') take(event.dataTransfer!);
    };
    window.addEventListener('dragover', onDragOver, { signal });
    window.addEventListener('dragleave', onDragLeave, { signal });
    window.addEventListener('drop', onDropped, { signal });
    return () => listening.abort();
  }, []);
  return over;
}
