import { useEffect, useRef } from 'react';
import classes from './FilePreview.module.css';
import type { PageDrawer } from './pageDrawer.ts';

interface PagePictureProps {
  drawer: PageDrawer;
  page: number;
  /** Clockwise rotation in degrees. */
  turn: 0 | 90 | 180 | 270;
  width: number;
}

/** The page is drawn only when it scrolls into view, because a file can have a thousand pages. */
export function PagePicture({ drawer, page, turn, width }: PagePictureProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const target = canvas.current;
    if (!target) return undefined;
    const control = new AbortController();
    const observer = new IntersectionObserver(([entry]) => {
      if (!entry?.isIntersecting) return;
      observer.disconnect();
      // A page that cannot be drawn stays blank. It can still be moved.
      drawer.draw(page, target, width, control.signal).catch(() => {});
    });
    observer.observe(target);
    return () => {
      observer.disconnect();
      control.abort();
    };
  }, [drawer, page, width]);
  return (
    <canvas
      ref={canvas}
      className={classes.picture}
      data-sideways={turn % 180 === 90 || undefined}
      style={{ rotate: `${turn}deg` }}
      aria-hidden
    />
  );
}
