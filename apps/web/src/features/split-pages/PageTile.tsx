import { clsx } from 'clsx';
import { memo } from 'react';
import { useDraggable, useDropZone } from '../../lib/dragAndDrop.ts';
import { mergeRefs } from '../../lib/mergeRefs.ts';
import type { PageDrawer } from '../annotator/pageDrawer.ts';
import { PagePicture } from '../annotator/PagePicture.tsx';
import type { Turn } from './lanes.ts';
import classes from './SplitPages.module.css';

export const PAGE_DRAG = 'split-page';
const TILE_PX = 120;

interface PageTileProps {
  sheet: number;
  page: number;
  /** Set if several files are open. */
  fileName: string | undefined;
  turn: Turn;
  drawer: PageDrawer;
  isSelected: boolean;
  /** True for the one page that is reachable with the Tab key. */
  isCurrent: boolean;
  /** The sheets that are dragged together with this one. */
  dragged: (sheet: number) => readonly number[];
  onSelect: (sheet: number, toHere: boolean) => void;
  onDropBefore: (moved: readonly number[], before: number) => void;
}

/** Memoized: there can be a thousand tiles, and a key press changes only two of them. */
export const PageTile = memo(function PageTile(props: PageTileProps) {
  const { sheet, page, fileName, turn, isSelected, onSelect } = props;
  const drag = useDraggable<HTMLButtonElement>({
    enabled: true,
    item: () => ({ type: PAGE_DRAG, ids: props.dragged(sheet).map(String) }),
    text: `Page ${page}`,
  });
  const drop = useDropZone<HTMLButtonElement>({
    accepts: ({ type, ids }) => type === PAGE_DRAG && !ids.includes(String(sheet)),
    onDrop: ({ ids }) => props.onDropBefore(ids.map(Number), sheet),
  });
  const name = `Page ${page}${fileName === undefined ? '' : ` of ${fileName}`}`;
  return (
    <button
      ref={mergeRefs(drag.ref, drop.ref)}
      type="button"
      className={clsx(classes.tile, drag.dragging && classes.dragging)}
      aria-label={turn === 0 ? name : `${name}, turned ${turn}°`}
      aria-pressed={isSelected}
      data-sheet={sheet}
      data-over={drop.over !== null || undefined}
      tabIndex={props.isCurrent ? 0 : -1}
      onClick={(event) => onSelect(sheet, event.shiftKey)}
    >
      <span className={classes.paper}>
        <PagePicture drawer={props.drawer} page={page} turn={turn} width={TILE_PX} />
      </span>
      {page}
    </button>
  );
});
