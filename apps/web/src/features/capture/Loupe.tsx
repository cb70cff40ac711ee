import { useEffect, useRef } from 'react';
import classes from './Capture.module.css';
import type { Point } from './quad.ts';

const SIZE_PX = 104;
/** Width and height, in pixels of the photo, of the area that the loupe shows. */
const SEEN_PX = 90;

/** Magnifies the point under the finger, because the finger covers it. */
export function Loupe({ photo, at }: { photo: HTMLCanvasElement; at: Point }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const context = canvas.current?.getContext('2d');
    if (!context) return;
    context.fillStyle = 'black';
    context.fillRect(0, 0, SIZE_PX, SIZE_PX);
    const left = at.x * photo.width - SEEN_PX / 2;
    const top = at.y * photo.height - SEEN_PX / 2;
    context.drawImage(photo, left, top, SEEN_PX, SEEN_PX, 0, 0, SIZE_PX, SIZE_PX);
    context.fillRect(SIZE_PX / 2 - 10, SIZE_PX / 2, 20, 1);
    context.fillRect(SIZE_PX / 2, SIZE_PX / 2 - 10, 1, 20);
  });
  return (
    <canvas
      ref={canvas}
      className={classes.loupe}
      width={SIZE_PX}
      height={SIZE_PX}
      data-below={at.y < 0.25 || undefined}
      style={{ left: `${at.x * 100}%`, top: `${at.y * 100}%` }}
      aria-hidden
    />
  );
}
