import { type RefObject, useEffect, useRef, useState } from 'react';

interface DrawnPicture {
  readonly canvas: RefObject<HTMLCanvasElement | null>;
  /** Whether the browser cannot decode the picture. */
  readonly hasFailed: boolean;
}

/**
 * Draws a picture on a canvas, because the content security policy allows neither blob: URLs nor URLs of the object
 * store in an image element.
 */
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
