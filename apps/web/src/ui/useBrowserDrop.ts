/**
 * Files from the desktop, or what a page drags by the browser's own drag and drop, let go on a part of the page or anywhere
 * in the window. Rows that are moved by pointer, touch and keyboard use lib/dragAndDrop.ts.
 */
import { type DragEvent, useEffect, useEffectEvent, useState } from 'react';

const FILES = 'Files';

const carries = (
  { dataTransfer }: Pick<globalThis.DragEvent, 'dataTransfer'>,
  type: string,
): boolean => dataTransfer?.types.includes(type) ?? false;

export const carriesFiles = (event: Pick<globalThis.DragEvent, 'dataTransfer'>): boolean =>
  carries(event, FILES);

/** At least 1: some browsers list what is dragged only once it is dropped. */
const countFiles = ({ items }: DataTransfer): number =>
  [...items].filter(({ kind }) => kind === 'file').length || 1;

interface DropOptions {
  onDrop: (dropped: DataTransfer) => void;
  /** Of what is dragged; without it, files from the desktop. */
  type?: string;
  effect?: 'copy' | 'move';
  enabled?: boolean;
}

/**
 * Makes an element take what is dropped on it. A zone within another takes the drop for itself. `count`: how many files
 * are over it, 0 if none.
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
    // Also where a zone within this one takes the drop.
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
 * What becomes of files over a place: `page` takes them, `other` is a part of the page or the browser's own file input,
 * which takes them itself, and `none` is a dialog over the page.
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

/** The whole window takes files, except those for another part of the page. True while they are over it. */
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
      // Also over a dialog, where the browser would open the file instead of the page.
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
