import type { Element } from '@cairn/contract';
import type { DragEvent, MouseEvent } from 'react';
import type { Choice } from './choice.ts';
import classes from './ElementTable.module.css';

/** How a row stands to what a lender ticks, and to where the keyboard is. */
export interface RowChoice {
  choice: Choice;
  /** The one row that takes the Tab key. */
  reachable: boolean;
  selectable: boolean;
  onSelect: (id: string, range: boolean) => void;
  onFocusRow: (id: string) => void;
  onPreview: (id: string) => void;
  onDragItem: (event: DragEvent, id: string) => void;
}

/** The box before the name. */
export function SelectBox({
  element,
  chosen,
  selectable,
  onSelect,
}: RowChoice & { element: Element; chosen: boolean }) {
  if (!selectable) return null;
  return (
    <td className={classes.select}>
      <input
        type="checkbox"
        tabIndex={-1}
        checked={chosen}
        aria-label={`Select ${element.title}`}
        onChange={(event) =>
          onSelect(element.id, (event.nativeEvent as unknown as MouseEvent).shiftKey)
        }
      />
    </td>
  );
}

export const rowChoiceProps = (
  element: Element,
  chosen: boolean,
  { reachable, selectable, onFocusRow, onPreview, onDragItem }: RowChoice,
) => ({
  'data-id': element.id,
  tabIndex: reachable ? 0 : -1,
  ...(selectable && { 'aria-selected': chosen }),
  draggable: element.abilities.edit,
  onDragStart: (event: DragEvent) => onDragItem(event, element.id),
  onFocus: () => onFocusRow(element.id),
  onDoubleClick: () => onPreview(element.id),
});
