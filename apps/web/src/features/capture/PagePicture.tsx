import { useEffect, useRef } from 'react';
import classes from './Capture.module.css';

const WIDTH_PX = 220;

/** Drawn, not linked: the content security policy allows no address of a picture that lies in memory. */
export function PagePicture({ picture }: { picture: Blob }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    let isCurrent = true;
    const draw = async () => {
      const bitmap = await createImageBitmap(picture, {
        resizeWidth: WIDTH_PX,
        resizeQuality: 'medium',
      });
      const shown = canvas.current;
      if (isCurrent && shown) {
        shown.width = bitmap.width;
        shown.height = bitmap.height;
        shown.getContext('2d')?.drawImage(bitmap, 0, 0);
      }
      bitmap.close();
    };
    void draw();
    return () => {
      isCurrent = false;
    };
  }, [picture]);
  return <canvas ref={canvas} className={classes.picture} aria-hidden />;
}
