import { type KeyboardEvent, useEffect, useRef } from 'react';
import { useFixedRows } from '../../lib/useFixedRows.ts';
import classes from './FilePreview.module.css';
import { PagePicture } from './PagePicture.tsx';
import type { PageDrawer } from './pageDrawer.ts';

const ROW_PX = 148;
const PICTURE_PX = 88;
const STEPS: Record<string, number> = { ArrowUp: -1, ArrowDown: 1 };

interface ThumbnailRailProps {
  drawer: PageDrawer;
  page: number;
  onGo: (page: number) => void;
}

/** Thumbnails of the pages. Only the visible ones are rendered, because a file can have a thousand pages. */
export function ThumbnailRail({ drawer, page, onGo }: ThumbnailRailProps) {
  const scroller = useRef<HTMLElement>(null);
  const { from, to, total, bringIntoView } = useFixedRows(scroller, {
    count: drawer.pages,
    height: ROW_PX,
  });
  const hasFocus = useRef(false);
  useEffect(() => {
    bringIntoView(page - 1);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only when another page is read
  }, [page]);
  useEffect(() => {
    if (!hasFocus.current) return;
    hasFocus.current = false;
    scroller.current?.querySelector<HTMLElement>('[aria-current]')?.focus();
  });
  const onKeyDown = (event: KeyboardEvent) => {
    const next = page + (STEPS[event.key] ?? 0);
    if (STEPS[event.key] === undefined) return;
    // Also prevents the default at the first and last page, because these keys would otherwise open another document.
    event.preventDefault();
    if (next < 1 || next > drawer.pages) return;
    hasFocus.current = true;
    onGo(next);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys for the buttons in it
    <nav ref={scroller} className={classes.rail} aria-label="Thumbnails" onKeyDown={onKeyDown}>
      <div style={{ height: total }}>
        {Array.from({ length: to - from }, (_, index) => from + index + 1).map((each) => (
          <button
            key={each}
            type="button"
            className={classes.thumbnail}
            style={{ top: (each - 1) * ROW_PX, height: ROW_PX }}
            aria-label={`Go to page ${each}`}
            aria-current={each === page ? 'page' : undefined}
            tabIndex={each === page ? 0 : -1}
            onClick={() => onGo(each)}
          >
            <span>
              <PagePicture drawer={drawer} page={each} turn={0} width={PICTURE_PX} />
            </span>
            {each}
          </button>
        ))}
      </div>
    </nav>
  );
}
