import {
  draggable,
  dropTargetForElements,
} from '@atlaskit/pragmatic-drag-and-drop/adapter/element-adapter';
import { type RefCallback, useCallback, useState } from 'react';
import { useEventCallback } from './useEventCallback.ts';

/**
 * The dragged items. `type` prevents a drop onto an unrelated list of the same page, such as a loan card onto a folder.
 */
export interface Dragged {
  type: string;
  ids: readonly string[];
}

/** The part of a row that the pointer is over. */
export type DropPart = 'before' | 'inside' | 'after';

const isDragged = (data: Record<string | symbol, unknown>): data is Record<string, unknown> =>
  typeof data['type'] === 'string' && Array.isArray(data['ids']);

const asDragged = (data: Record<string | symbol, unknown>): Dragged | null =>
  isDragged(data) ? (data as unknown as Dragged) : null;

interface DraggableOptions {
  enabled: boolean;
  /** Called when the drag starts. */
  item: () => Dragged;
  /** The plain text that a drop into another program inserts. */
  text: string;
}

/**
 * Makes an element draggable by mouse and, after a long press, by touch. Every drag also needs an equivalent by
 * keyboard or menu, because the browser's drag and drop does not support the keyboard.
 */
export function useDraggable<Root extends HTMLElement>({ enabled, item, text }: DraggableOptions) {
  const [dragging, setDragging] = useState(false);
  const getItem = useEventCallback(item);
  const getText = useEventCallback(() => text);
  const ref: RefCallback<Root> = useCallback(
    (element) => {
      if (!element || !enabled) return undefined;
      return draggable({
        element,
        getInitialData: () => ({ ...getItem() }),
        getInitialDataForExternal: () => ({ 'text/plain': getText() }),
        onDragStart: () => setDragging(true),
        onDrop: () => setDragging(false),
      });
    },
    [enabled, getItem, getText],
  );
  return { ref, dragging };
}

interface DropOptions {
  accepts: (item: Dragged) => boolean;
  onDrop: (item: Dragged, part: DropPart) => void;
  /**
   * Maps a vertical position in the row, from 0 (top) to 1, to a part of the row. Absent if the whole row is one
   * target.
   */
  partAt?: (ratio: number) => DropPart;
}

const inside = (): DropPart => 'inside';

/**
 * Makes an element a drop target. `over` is the part under the pointer while the dragged item can be dropped there,
 * otherwise null.
 */
export function useDropZone<Root extends HTMLElement>(options: DropOptions) {
  const [over, setOver] = useState<DropPart | null>(null);
  const accepts = useEventCallback(options.accepts);
  const onDrop = useEventCallback(options.onDrop);
  const partAt = useEventCallback(options.partAt ?? inside);
  const ref: RefCallback<Root> = useCallback(
    (element) => {
      if (!element) return undefined;
      const partOf = (clientY: number): DropPart => {
        const { top, height } = element.getBoundingClientRect();
        return partAt((clientY - top) / height);
      };
      /** Drop zones can be nested; only the innermost one handles the drop. */
      const isInnermost = ({ dropTargets }: { dropTargets: { element: Element }[] }): boolean =>
        dropTargets[0]?.element === element;
      return dropTargetForElements({
        element,
        canDrop: ({ source }) => {
          const item = asDragged(source.data);
          return item !== null && accepts(item);
        },
        onDrag: ({ location: { current } }) =>
          setOver(isInnermost(current) ? partOf(current.input.clientY) : null),
        onDragLeave: () => setOver(null),
        onDrop: ({ source, location: { current } }) => {
          setOver(null);
          const item = asDragged(source.data);
          if (item && isInnermost(current)) onDrop(item, partOf(current.input.clientY));
        },
      });
    },
    [accepts, onDrop, partAt],
  );
  return { ref, over };
}
