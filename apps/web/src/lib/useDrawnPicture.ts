import { type RefObject, useEffect, useRef, useState } from 'react';

interface DrawnPicture {
  readonly canvas: RefObject<HTMLCanvasElement | null>;
  /** The browser cannot read the picture. */
  readonly hasFailed: boolean;
}

/** Draws a picture on a canvas: the content security policy allows no address of a picture in memory or in the store. */
export function useDrawnPicture(picture: Blob, widthPx: number): DrawnPicture {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [failed, setFailed] = useState<Blob>();
  useEffect(() => {
    let isCurrent = true;
    const draw = async () => {
      const bitmap = await createImageBitmap(picture, {
        resizeWidth: widthPx,
        resizeQuality: 'medium',
      });
      const element = canvas.current;
      if (isCurrent && element) {
        element.width = bitmap.width;
        element.height = bitmap.height;
        element.getContext('2d')?.drawImage(bitmap, 0, 0);
      }
      bitmap.close();
    };
    draw().catch(() => isCurrent && setFailed(picture));
    return () => {
      isCurrent = false;
    };
  }, [picture, widthPx]);
  return { canvas, hasFailed: failed === picture };
}
